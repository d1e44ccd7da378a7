import Longwave
import LongwaveTerminal
import Testing

@testable import RadioPlayer

@Suite struct StatusLineTests {
    private func line(
        _ snapshot: PlaybackSnapshot, _ width: Int, _ charset: TerminalCharset = .utf8
    ) -> String {
        StatusLine(charset: charset).text(PlayerWords(snapshot), width: width).text
    }

    @Test func everythingOnAWideTerminal() {
        let text = line(Snapshots.playing, 120)
        let expected =
            "playing · Radio Paradise · Lady Blackbird - Collage · 12:31 · volume 80 % · MP3 128 kbit/s · buffer 3.5 s"
        #expect(text == expected)
        #expect(line(Snapshots.playing, expected.count) == expected)
    }

    /// When the terminal becomes narrower, the parts of the status line disappear in the order that docs/CLI.md states.
    /// Each part has a width from which on it is always shown.
    @Test func partsGoInOrder() {
        let parts = ["buffer 3.5 s", "MP3 128 kbit/s", "volume 80 %", "Radio", "12:31", "Lady"]
        let least = parts.map { part in (1...200).first { line(Snapshots.playing, $0).contains(part) } ?? 999 }
        #expect(least == least.sorted(by: >))
        #expect(least[0] < 110)
        for (part, width) in zip(parts, least) {
            for wider in width...200 { #expect(line(Snapshots.playing, wider).contains(part), "\(part) at \(wider)") }
        }
    }

    /// How far the sound is behind the live edge is shown in a narrow line, too. A wide line also shows how much sound
    /// the listener can seek in.
    @Test func behindLive() {
        var snapshot = Snapshots.playing
        snapshot.liveOffset = .seconds(95)
        snapshot.seekableTimeRanges = [
            MediaTimeRange(start: MediaTime(seconds: 2), end: MediaTime(seconds: 9)),
            MediaTimeRange(start: MediaTime(seconds: 700), end: MediaTime(seconds: 846)),
        ]
        #expect(line(snapshot, 200).hasSuffix(" · MP3 128 kbit/s · 1:35 behind live · 2:26 kept"))
        #expect(line(snapshot, 80).hasSuffix(" · Lady Blackbird - Collage · 12:31 · 1:35 behind live"))
        #expect(line(snapshot, 50) == "playing · Lady Blackbi… · 12:31 · 1:35 behind live")
        #expect(!line(snapshot, 30).contains("live"))
    }

    @Test func fortyColumns() {
        #expect(line(Snapshots.playing, 40) == "playing · Lady Blackbird - Coll… · 12:31")
    }

    @Test(arguments: 0...130) func neverTooWide(_ width: Int) {
        for snapshot in [
            Snapshots.playing, Snapshots.japanese, Snapshots.reconnecting, Snapshots.failed, PlaybackSnapshot(),
        ] {
            for charset in [TerminalCharset.utf8, .ascii] {
                let text = StatusLine(charset: charset).text(PlayerWords(snapshot), width: width)
                #expect(DisplayWidth.of(text.text) <= width)
                #expect(text.stateCount <= text.text.count)
            }
        }
    }

    @Test func asciiPrintsNoOtherByte() {
        for snapshot in [Snapshots.playing, Snapshots.japanese, Snapshots.reconnecting] {
            for width in 0...130 { #expect(line(snapshot, width, .ascii).utf8.allSatisfy { $0 < 0x80 }) }
        }
        #expect(line(Snapshots.japanese, 60, .ascii).hasPrefix("playing | "))
    }

    @Test func strangersTextIsClean() {
        var snapshot = Snapshots.playing
        snapshot.item = PlaybackItem(Station(name: "Evil\u{1B}[2J\r\nRadio\u{7}", urls: ["http://x/"]))
        snapshot.nowPlaying = Snapshots.nowPlaying(text: "a\u{9B}31mb\u{1B}]0;title\u{7}")
        for width in 0...130 {
            #expect(
                line(snapshot, width).unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
                })
        }
    }

    static let states: [(PlaybackSnapshot, String)] = [
        (PlaybackSnapshot(), "stopped"),
        (Snapshots.with { $0.download = .connecting }, "connecting · Radio Paradise"),
        (
            Snapshots.with {
                $0.download = .retrying(attempt: 2, at: Snapshots.moment, because: .unreachable("x"))
            }, "connecting: no answer, try 2 · Radio Paradise"
        ),
        (
            Snapshots.with {
                $0.download = .receiving; $0.sound = .filling
            }, "buffering · Radio Paradise"
        ),
        (Snapshots.reconnecting, "reconnecting: host not found, try 3 · Radio Paradise"),
        (
            Snapshots.with {
                $0.download = .frozen(since: Snapshots.moment); $0.sound = .starved(since: Snapshots.moment)
            },
            "stalled: no data arrives · Radio Paradise"
        ),
        (
            Snapshots.with {
                $0.download = .frozen(since: Snapshots.moment); $0.sound = .playing
            },
            "playing: no data arrives · Radio Paradise"
        ),
        (Snapshots.with { $0.intent = .paused }, "paused · Radio Paradise"),
        (
            Snapshots.with { $0.suppressions = [.interruption(.otherStream)] },
            "paused: another program is playing · Radio Paradise"
        ),
        (
            Snapshots.with { $0.suppressions = [.outputDeviceRemoved] },
            "paused: the output device was removed; space resumes · Radio Paradise"
        ),
        (
            Snapshots.with {
                $0.sound = .starved(since: Snapshots.moment); $0.facts.isServerFrozen = true
            },
            "stalled: the sound server does not answer · Radio Paradise"
        ),
        (Snapshots.with { $0.suppressions = [.noOutputDevice] }, "waiting: no sound device · Radio Paradise"),
        (
            Snapshots.with {
                $0.sound = .ended; $0.download = .ended
            }, "ended · Radio Paradise"
        ),
    ]

    @Test(arguments: states.indices) func statesAndReasons(_ index: Int) {
        let (snapshot, text) = Self.states[index]
        #expect(line(snapshot, 120) == text)
    }

    @Test func aFileShowsItsPlaceAndLength() {
        let snapshot = Snapshots.with {
            $0.sound = .playing
            $0.download = .ended
            $0.stream = StreamDescription(url: "song.mp3")
            $0.stream?.duration = .seconds(3725)
            $0.currentTime = MediaTime(seconds: 65.9)
        }
        #expect(line(snapshot, 120) == "playing · Radio Paradise · 1:05 / 1:02:05")
    }

    @Test func aBareAddressIsCalledAsItsServerIs() {
        var snapshot = Snapshots.with {
            $0.download = .receiving; $0.sound = .playing
        }
        snapshot.item = PlaybackItem(url: "http://127.0.0.1:8000/live")
        #expect(line(snapshot, 120) == "playing · http://127.0.0.1:8000/live")
        snapshot.stream = StreamDescription(url: "http://127.0.0.1:8000/live")
        snapshot.stream?.serverName = "Harbour Radio"
        #expect(line(snapshot, 120) == "playing · Harbour Radio")
    }
}
