import TestSupport

extension FaultRow {
    /// Rows with https: the keys of a connection change, or the player must not trust a certificate. The library of
    /// Tests/FaultPreload makes the player use the row's folder of trusted certificates.
    static let tlsRows: [FaultRow] = [
        FaultRow(
            "tls-expired", .network, "from the start: https with a certificate that ended a year ago",
            Expected(.exit(76)),
            needs: [.preload, .openssl]
        ) { rig in
            let secure = try Secure(rig)
            try secure.front.start(secure.certificates.expired)
            try rig.start(secure.setting)
            rig.begin()
            rig.wait { !rig.player.isRunning }
        },
        FaultRow(
            "tls-unknown", .network, "from the start: https with a certificate of nobody known", Expected(.exit(76)),
            needs: [.preload, .openssl]
        ) { rig in
            let secure = try Secure(rig)
            try secure.front.start(secure.certificates.valid)
            var setting = secure.setting
            setting.environment = [:]
            try rig.start(setting)
            rig.begin()
            rig.wait { !rig.player.isRunning }
        },
        FaultRow(
            "tls-expires-after", .network, "https; drops, and for 10 s the certificate is one that ended a year ago",
            Expected(.playing, soundAgain: 1.2, repeated: 30).tries(1.5), needs: [.preload, .openssl]
        ) { rig in
            let secure = try Secure(rig)
            try secure.front.start(secure.certificates.valid)
            try rig.startAndSettle(secure.setting)
            rig.begin()
            try secure.front.start(secure.certificates.expired)
            rig.pass(rig.pace.away(10))
            try secure.front.start(secure.certificates.valid)
            rig.over()
            rig.recover()
            let isTold = rig.player.lines.contains {
                $0.content.event == "willRetry" && $0.content.error?.message.contains("expired") == true
            }
            rig.expect(isTold, "the reason was not told")
        },
        FaultRow(
            "tls-key-update", .network,
            "https with TLS 1.3: the server changes the keys of both directions five times", .unnoticed,
            needs: [.preload, .openssl]
        ) { rig in
            let front = try commands(rig, .updateKeys, ["-tls1_3"])
            let done = front.count("SSL_do_handshake -> 1")
            rig.expect(done == 5, "\(done) of 5 updates")
        },
        FaultRow(
            "tls-renegotiated", .network, "https with TLS 1.2: the server asks for a new handshake five times",
            .unnoticed, needs: [.preload, .openssl]
        ) { rig in
            let front = try commands(rig, .renegotiate, ["-tls1_2"])
            front.send(.statistics)
            rig.wait(within: .seconds(10)) { front.count("cache full") > 0 }
            // One handshake at the start of the connection, and the five that the server asked for.
            rig.expect(
                front.count("  6 server accepts that finished") == 1,
                "not 6 handshakes were finished: \(front.lines(with: "server accepts that finished"))")
        },
    ]

    private static func commands(
        _ rig: FaultRig, _ command: TLSFront.Command, _ options: [String]
    ) throws -> TLSFront {
        let secure = try Secure(rig)
        try secure.front.start(secure.certificates.valid, options: options)
        try rig.startAndSettle(secure.setting)
        rig.begin()
        for _ in 0..<5 {
            secure.front.send(command)
            // While the player has enough sound, it leaves each message of the server unread for up to a second. A
            // handshake needs several messages in both directions, so it may take seconds.
            rig.pass(4)
        }
        rig.over()
        rig.pass(rig.pace.settle)
        rig.expect(rig.station.requests.count == 1, "\(rig.station.requests.count) connections")
        return secure.front
    }

    /// The row's station with https: its certificates, the server, and the setting for the player.
    private struct Secure {
        let certificates: TLSCertificates
        let front: TLSFront
        let setting: PlayerProcess.Setting

        init(_ rig: FaultRig) throws {
            let preload = rig.tools.preload ?? ""
            certificates = try TLSCertificates(preload: preload)
            let front = try TLSFront(rig.station)
            rig.atEnd { front.stop() }
            self.front = front
            var setting = PlayerProcess.Setting()
            setting.address = front.url
            setting.environment = ["LD_PRELOAD": preload, "LONGWAVE_FAULT_CERTIFICATES": certificates.folder]
            self.setting = setting
        }
    }
}
