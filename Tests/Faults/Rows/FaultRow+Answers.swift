extension FaultRow {
    /// Rows in which the server gives a response that is not the station's sound, at the start or after sound was
    /// heard.
    static let answerRows: [FaultRow] = [
        atStart("portal-at-start", "a web page with 200", .page, exit: 65, isBrief: true),
        atStart("404-at-start", "404", .status("404 Not Found"), exit: 65, isBrief: true),
        atStart("401-at-start", "401", .status("401 Unauthorized"), exit: 77),
        atStart(
            "500-at-start", "500; --give-up-after 3", .status("500 Internal Server Error"), exit: 69,
            ["--give-up-after", "3"],
            isBrief: true),
        atStart("redirect-loop", "redirects for ever", .redirect("/again"), exit: 76, requests: 11, isBrief: true),
        atStart(
            "empty-at-start", "200 and no byte; --give-up-after 3", .empty, exit: 65, ["--give-up-after", "3"],
            isBrief: true),
        atStart("garbage-at-start", "noise with 200 and audio/mpeg", .garbage, exit: 65),
        atStart("endless-headers", "headers for ever", .endlessHeaders, exit: 76),
        atStart(
            "never-answers", "accepts and is silent; --give-up-after 25", .never, exit: 69, ["--give-up-after", "25"]),
        atStart(
            "closes-at-once", "accepts and closes; --give-up-after 10", .close, exit: 69, ["--give-up-after", "10"]),

        afterSound("portal-after-sound", "a web page with 200", .page, for: 10),
        afterSound("404-after-sound", "404, as while a source restarts", .status("404 File Not Found"), for: 10),
        afterSound(
            "503-retry-after", "503 with Retry-After: 5",
            .status("503 Service Unavailable", headers: ["Retry-After: 5"]), for: 12, soundAgain: 6.2),
        afterSound("garbage-after-sound", "noise with 200 and audio/mpeg", .garbage, for: 20, soundAgain: 5),
        afterSound("empty-after-sound", "200 and no byte", .empty, for: 10),
        afterSound("closes-after-sound", "accepts and closes", .close, for: 20),
        // Each of the player's tries follows ten redirects, so four tries in one second make 44 requests.
        afterSound("redirect-loop-after", "redirects for ever", .redirect("/again"), for: 10, requests: 44),
        // A request sent just before the end of the fault gets no response, and the player gives it up only after 10 s.
        afterSound("never-answers-after", "accepts and is silent", .never, for: 20, soundAgain: 11.2),

        FaultRow(
            "redirect-to-aac", .server, "drops, and redirects to the same programme in AAC",
            // The player cannot compare packets of two codecs, so it joins the sound by time, which is less exact.
            Expected(.playing, silence: 0.3, repeated: 500, lost: 500)
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            rig.station.answer { request, _ in request.path == "/aac" ? .stream(.aac) : .redirect("/aac") }
            rig.station.drop()
            rig.over()
            rig.pass(12)
        },
        FaultRow(
            "second-address", .server, "a station of two addresses, the first is dead; then the second drops",
            Expected(.playing, silence: 0.05, repeated: 30, lost: 30)
        ) { rig in
            let library = try TextFile(
                "stations.json",
                """
                {"station":[{"name":"Two","streamURL":"http://127.0.0.1:1/dead","urls":["\(rig.station.url())"]}]}
                """)
            var setting = PlayerProcess.Setting()
            setting.arguments = ["--library", library.path]
            setting.address = "Two"
            try rig.startAndSettle(setting)
            rig.begin()
            rig.station.drop()
            rig.over()
            rig.pass(rig.pace.settle * 2)
        },
    ]

    /// Returns a row in which the server sends `answer` to every request, and the program ends with the exit code
    /// `exit`.
    private static func atStart(
        _ name: String, _ what: String, _ answer: LiveStation.Answer, exit: Int32, _ arguments: [String] = [],
        requests: Int = 10, isBrief: Bool = false
    ) -> FaultRow {
        FaultRow(
            name, .server, "from the start: \(what)", Expected(.exit(exit), requests: requests), isBrief: isBrief
        ) { rig in
            rig.station.answer(answer)
            var setting = PlayerProcess.Setting()
            setting.arguments = arguments
            try rig.start(setting)
            rig.begin()
            rig.wait { !rig.player.isRunning }
        }
    }

    /// Returns a row in which the connection drops after sound was heard. The server then sends `answer` to every
    /// request for `seconds` seconds, and afterwards the station's sound again.
    private static func afterSound(
        _ name: String, _ what: String, _ answer: LiveStation.Answer, for seconds: Double, soundAgain: Double = 1.2,
        requests: Int = 10
    ) -> FaultRow {
        let expected = Expected(.playing, soundAgain: soundAgain, repeated: 30, requests: requests)
        return FaultRow(name, .server, "after sound, for \(FaultFigures.text(seconds)) s: \(what)", expected) { rig in
            try rig.startAndSettle()
            rig.begin()
            rig.station.answer(answer)
            rig.station.drop()
            rig.pass(rig.pace.away(seconds))
            rig.station.answer(.stream(.mp3))
            rig.over()
            rig.recover()
        }
    }
}
