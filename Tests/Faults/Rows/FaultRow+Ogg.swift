import TestSupport

extension FaultRow {
    /// Rows with Ogg stations, which send chains with one title per link. Rows for other formats have the same faults.
    static let oggRows: [FaultRow] = [
        drop("vorbis", [.vorbis], isBrief: true),
        drop("opus", [.opus]),
        drop("flac", [.flac]),
        FaultRow(
            "ogg-away-30", .server, "an Ogg station's port closed for 30 s",
            Expected(.playing, soundAgain: 1.2, repeated: 30).tries(1.2), needs: [.oggTools]
        ) { rig in
            try play(rig, [.vorbis])
            rig.begin()
            rig.station.goAway()
            rig.pass(rig.pace.away(30))
            try rig.station.comeBack()
            rig.over()
            rig.recover()
        },
        FaultRow(
            "ogg-title-in-drop", .network, "the next link begins while an Ogg station is away for a second", .unnoticed,
            needs: [.oggTools]
        ) { rig in
            let chain = try play(rig, [.vorbis])
            // Waits until half a second before the next link is sent.
            rig.pass(chain.untilNextLink(at: rig.station.seconds) - 0.5)
            rig.begin()
            rig.station.goAway()
            rig.pass(1)
            try rig.station.comeBack()
            rig.over()
            rig.pass(rig.pace.settle * 2)
            rig.expectEveryTitleOnce()
        },
        FaultRow(
            "ogg-codecs", .network, "links of Vorbis, FLAC and Opus in turn, every 5 s for a minute",
            Expected(.playing, silence: 0.05, repeated: 30, lost: 50), needs: [.oggTools]
        ) { rig in
            try play(rig, [.vorbis, .flac, .opus], linkSeconds: 5)
            rig.begin()
            rig.pass(60)
            rig.expectEveryTitleOnce()
        },
        FaultRow(
            "ogg-rates", .network, "links of 44.1 and 48 kHz in turn, every 5 s for ten minutes",
            // The heard position in the programme is measured to about a millisecond at each change of link. The errors
            // of 120 changes may add up to 120 ms.
            Expected(.playing, silence: 0.05, repeated: 120, lost: 120), needs: [.oggTools], isLong: true
        ) { rig in
            try play(rig, [.vorbis, .vorbis48, .flac, .flac48], linkSeconds: 5)
            rig.begin()
            rig.pass(600)
            rig.expectEveryTitleOnce()
        },
    ]

    private static func drop(
        _ name: String, _ codings: [OggProgramme.Coding], isBrief: Bool = false
    ) -> FaultRow {
        FaultRow(
            "\(name)-drop", .network, "an Ogg station (\(name)) closes the connection; a new one is served", .unnoticed,
            needs: [.oggTools], isBrief: isBrief
        ) { rig in
            try play(rig, codings)
            rig.begin()
            rig.station.drop()
            rig.over()
            rig.pass(rig.pace.settle * 2)
            rig.expectEveryTitleOnce()
        }
    }

    @discardableResult private static func play(
        _ rig: FaultRig, _ codings: [OggProgramme.Coding], linkSeconds: Int = 10
    ) throws -> OggProgramme {
        // The rig finds heard sound in its first programme, so the chain must contain sweeps of the same duration.
        let seconds = Int(rig.tools.programmes[0].sweepSeconds)
        let chain = try OggProgramme(codings, seconds: seconds, linkSeconds: linkSeconds, cache: rig.tools.cacheFolder)
        rig.station.answer(.programme(chain))
        try rig.startAndSettle()
        return chain
    }
}

extension FaultRig {
    /// Expects that the listener heard each numbered title once and in order, and number 0 again after the last title.
    fileprivate func expectEveryTitleOnce() {
        let titles = player.lines.compactMap(\.content.heardTitle)
        let numbers = titles.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        expect(numbers.count == titles.count && !titles.isEmpty, "titles: \(titles)")
        for (one, next) in zip(numbers, numbers.dropFirst()) {
            expect(next == one + 1 || next == 0 && one > 0, "title \(next) after title \(one)")
        }
    }
}
