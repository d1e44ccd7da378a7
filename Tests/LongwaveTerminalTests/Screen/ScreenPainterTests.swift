import RadioFormats
import RadioStations
import TestSupport
import Testing

@testable import LongwaveTerminal

@Suite struct ScreenPainterTests {
    private func rig(_ change: (inout ScreenPlaying) -> Void = { _ in }) -> ScreenRig {
        var rig = ScreenRig()
        rig.take(.playing(ScreenRig.playing(change)))
        return rig
    }

    @Test func anOrdinaryTerminal() {
        var rig = rig { $0.behind = "0:45 behind live, 12:00 kept" }
        rig.press("down")
        let page = rig.page(80, 24)
        #expect(
            page.texts == [
                " Stations  Search  Heard  Queue  Recordings  Schedule  Keys                 2/6",
                " All  Favourites  Lately",
                "▸        FIP                                 FR MP3 128      jazz, eclectic",
                "         FIP Jazz                            FR MP3 128      jazz",
                "         Radio Swiss Jazz                    CH MP3 128      jazz",
                "         日本の声                            JP MP3 128      news",
                "         Bayern 2                            DE MP3 128",
                "         Nameless[2J                         MP3 128         noise",
                "", "", "", "", "", "", "", "", "",
                String(repeating: "─", count: 80),
                "Collage",
                "Lady Blackbird · Black Acid Soul",
                "FIP · since 20:14",
                "playing · 12:31",
                "0:45 behind live, 12:00 kept · volume 80 % · MP3 128 kbit/s",
                "? all keys  Enter play  space pause  / search  f favourite  e queue  * like",
            ])
        #expect(page[0, 1].style == .tab && page[0, 12].style == .faint)
        #expect(page[3, 40].style == .selected && page[2, 40].style == .current)
        #expect(page.cursor == nil)
    }

    @Test func aWideTerminal() {
        var rig = rig()
        let texts = rig.page(120, 40).texts
        #expect(texts[1].hasSuffix("│ Collage") && texts[2].hasSuffix("│ Lady Blackbird · Black Acid Soul"))
        #expect(texts[3].hasSuffix("│ FIP · since 20:14") && texts[5].hasSuffix("│ playing · 12:31"))
        #expect(texts[6].hasSuffix("│ volume 80 % · MP3 128 kbit/s"))
        // A picture is at the top of the right column. A cell is twice as high as it is wide.
        let layout = ScreenLayout(width: 120, height: 40, hasPicture: true)
        #expect(layout.picture == PictureFrame(row: 1, column: 80, columns: 40, rows: 20))
        #expect(layout.playing == 22..<39)
    }

    @Test func aSmallTerminal() {
        var rig = rig()
        #expect(
            rig.page(40, 12).texts == [
                " Stations                           1/6", " All  Favourites  Lately", "▸   FIP", "    FIP Jazz",
                "    Radio Swiss Jazz", "    日本の声", "    Bayern 2", String(repeating: "─", count: 40),
                "Lady Blackbird - Collage", "playing · FIP · 12:31 · volume 80 %", "MP3 128 kbit/s",
                "? all keys  Enter play  space pause",
            ])
        #expect(
            rig.page(20, 5).texts == [
                " Stations       1/6", "▸ FIP", "  FIP Jazz", "  Radio Swiss Jazz", "> Lady Blackbird -…",
            ])
        #expect(rig.page(30, 8).texts[6] == "Lady Blackbird - Collage")
        // A small terminal has no room for both. The reason why nothing plays takes precedence over the title.
        rig.take(
            .playing(
                ScreenRig.playing {
                    ($0.state, $0.tone, $0.reason) = ("stalled", .waiting, "nothing arrives")
                }))
        #expect(rig.page(20, 5).texts[4] == "~ nothing arrives")
        #expect(rig.page(80, 24).texts[21] == "stalled · 12:31: nothing arrives")
        #expect(rig.page(120, 40).texts.contains { $0.hasSuffix("│ nothing arrives") })
    }

    @Test func searchingOnEverySize() {
        var rig = rig()
        rig.press("/")
        rig.type("jazz")
        let page = rig.page(80, 24)
        #expect(page.texts[1].hasPrefix("/ jazz") && page.texts[1].hasSuffix("radio-browser…"))
        #expect(page.cursor?.row == 1 && page.cursor?.column == 6)
        #expect(page.texts[2] == "Your stations (3)")
        let small = rig.page(20, 5)
        #expect(small.texts[0] == "/ jazz" && small.cursor?.column == 6)
        // A space at the end of the typed text moves the cursor, although it cannot be seen.
        rig.type(" ")
        #expect(rig.page(80, 24).cursor?.column == 7)
    }

    @Test func asciiAlone() {
        var rig = ScreenRig(charset: .ascii)
        rig.take(.playing(ScreenRig.playing { $0.title = "Ça va — “日本”" }))
        for section in ScreenSection.allCases {
            _ = rig.model.show(section)
            for text in rig.page(90, 30).texts + rig.page(130, 30).texts {
                #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(text)")
            }
        }
    }

    /// A click acts on the thing that is drawn in its cell.
    @Test(arguments: [(80, 24), (120, 40), (40, 12), (20, 5)]) func targets(_ width: Int, _ height: Int) {
        var rig = rig()
        _ = rig.page(width, height)
        let layout = ScreenLayout(width: width, height: height, hasPicture: false)
        let painter = ScreenPainter(charset: .utf8)
        func target(_ row: Int, _ column: Int) -> ScreenTarget? {
            painter.target(rig.model, layout, row: row, column: column)
        }
        #expect(target(layout.list.lowerBound + 1, 3) == .row(1))
        #expect(target(0, 2) == .section(.stations))
        #expect(target(0, 13) == (width >= 60 ? .section(.search) : nil))
        if layout.bar != nil { #expect(target(1, 8) == .source(1)) }
        #expect(target(height - 1, 1) == nil)
    }

    // MARK: Every size, and chaos

    private static func check(_ page: ScreenCells, _ width: Int, _ height: Int) {
        #expect(page.width == width && page.height == height)
        if let cursor = page.cursor { #expect(cursor.row < height && cursor.column < width) }
        for text in page.texts {
            #expect(DisplayWidth.of(text) <= width, "\(text)")
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
        }
    }

    @Test(arguments: [1, 2, 5, 10, 20, 33, 48, 60, 80, 99, 100, 140, 300]) func everySize(_ width: Int) {
        for height in [1, 2, 4, 5, 7, 8, 11, 12, 17, 18, 23, 24, 40, 100] {
            var rig = rig { $0.reason = "日本語の理由 \u{1B}[2J and a long reason after it" }
            rig.hasPicture = height % 2 == 0
            for keys in [["1"], ["/"], ["esc", "?"], ["1", "c"]] {
                for key in keys { rig.press(key) }
                Self.check(rig.page(width, height), width, height)
            }
            rig.press("esc")
            rig.take(.devices([ChoiceRow(text: "Speakers\u{7}", value: "x")]))
            Self.check(rig.page(width, height), width, height)
            let layout = ScreenLayout(width: width, height: height, hasPicture: rig.hasPicture)
            if let frame = layout.picture {
                #expect(frame.column + frame.columns <= width && frame.row + frame.rows < height)
            }
            #expect(layout.list.upperBound <= height && layout.playing.upperBound <= height)
        }
    }

    /// Random keys and events neither crash the screen nor draw outside of its page. If only the differences are drawn,
    /// the page is the same.
    @Test(arguments: 0..<9) func chaos(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var rig = ScreenRig(seed % 3 == 0 ? SampleLibrary.large(2000) : SampleLibrary.library)
        var strokes = KeyAction.allCases.flatMap { KeyBindings.usual.keys(of: $0) }
        strokes += KeyStroke.Special.allCases.map { .special($0) } + "aé日/ ,".map { .character($0) }
        strokes += [.control("u"), .control("w"), .control("c"), .alt("3"), .alt("x")]
        var (width, height) = (80, 24)
        var older: ScreenCells?
        var terminal = ScreenCells(width: width, height: height)
        for _ in 0..<120 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                (width, height) = (Int.random(in: 1...130, using: &random), Int.random(in: 1...50, using: &random))
                rig.hasPicture.toggle()
            case 1: rig.take(Self.event(&random))
            case 2:
                let layout = ScreenLayout(width: width, height: height, hasPicture: rig.hasPicture)
                let painter = ScreenPainter(charset: .utf8)
                let target = painter.target(
                    rig.model, layout, row: .random(in: 0..<height, using: &random),
                    column: .random(in: 0..<width, using: &random))
                if let target { _ = rig.model.click(target) }
            case 3: rig.model.wheel(.random(in: -5...5, using: &random))
            case _: _ = rig.model.press(strokes.randomElement(using: &random)!)
            }
            let page = rig.page(width, height)
            if older?.width != width || older?.height != height { terminal = ScreenCells(width: width, height: height) }
            for run in page.runs(since: older) { terminal.put(run.text, run.row, run.column, run.style) }
            #expect(terminal.texts == page.texts)
            Self.check(page, width, height)
            if let place = rig.model.stations.list.cursor {
                #expect(rig.model.stations.list.visible.contains { $0.place == place })
            }
            older = page
            #expect(!ScreenSpeech.line(rig.model).isEmpty)
        }
    }

    private static func event(_ random: inout SeededGenerator) -> ScreenEvent {
        let count = Int.random(in: 0...30, using: &random)
        return switch Int.random(in: 0..<11, using: &random) {
        case 0: .playing(ScreenRig.playing { $0.title = count % 2 == 0 ? nil : "日本 \(count)" })
        case 1: .playing(ScreenPlaying())
        case 2: .levels(count % 2 == 0 ? nil : "████░░░░")
        case 3: .found(SampleLibrary.large(count).stations, problem: count == 3 ? "none answers" : nil)
        case 4:
            .history(
                (0..<count).map {
                    SongRow(
                        id: "\($0)", time: "20:00", station: "F", stationID: "s\($0)", text: "T\($0)", isLiked: false)
                }, problem: nil)
        case 5: .queue((0..<count).map { QueuedItem(id: UInt64($0), place: $0, name: "Q\($0)", isCurrent: $0 == 2) })
        case 6:
            .recordings((0..<count).map { RecordingRow(path: "/\($0)", name: "R\($0)", facts: "1 MB") }, problem: nil)
        case 7: .failed(id: "s\(count)", reason: count % 2 == 0 ? nil : "gone")
        case 8: .devices((0..<count).map { ChoiceRow(text: "D\($0)", value: "d\($0)") })
        case 9:
            .library(LibrarySearch(SampleLibrary.large(count)), playlists: [], pointed: count % 2 == 0 ? nil : "s1")
        case _: .message("a message of \(count)")
        }
    }
}
