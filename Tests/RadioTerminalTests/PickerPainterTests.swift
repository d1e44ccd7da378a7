import RadioStations
import RadioText
import Testing

@testable import RadioTerminal

@Suite struct PickerPainterTests {
    private func page(
        _ width: Int, _ height: Int, _ options: StationPickerOptions = .init(), charset: TerminalCharset = .utf8,
        status: String = "", hasPictures: Bool = false, _ actions: [PickerAction] = []
    ) -> ScreenCells {
        let painter = PickerPainter(charset: charset, hasPictures: hasPictures)
        var model = PickerModel(LibrarySearch(SampleLibrary.library), options, now: .zero)
        for action in actions { _ = model.apply(action) }
        model.fit(rows: painter.listRows(width: width, height: height, hasStatus: !status.isEmpty))
        return painter.page(model, width: width, height: height, status: status)
    }

    @Test func anOrdinaryTerminal() {
        let page = page(
            80, 24, .init(prompt: "Which?", allowsMultiple: true), status: "playing FIP",
            [.toggleFavourite, .rate(3), .move(1), .toggleMark])
        let texts = page.texts
        #expect(texts.count == 24)
        #expect(texts[0].hasPrefix("Which?> ") && texts[0].hasSuffix("1 marked  6"))
        #expect(page.cursor?.column == 8)
        #expect(texts[1].hasPrefix("    ♥★★★   FIP  "))
        #expect(texts[2].hasPrefix("  ● "))
        #expect(texts[3].hasPrefix(">   ") && page[3, 0].style == .selected)
        #expect(texts[3].contains("Radio Swiss Jazz") && texts[3].contains("CH MP3 128") && texts[3].contains("jazz"))
        // What is known of it, below a line; a password is not for those who look on.
        #expect(texts[17] == "Radio Swiss Jazz")
        #expect(texts[18] == "What Radio Swiss Jazz is")
        #expect(texts[20] == "http://***@host.example/16")
        #expect(texts[22] == "playing FIP")
        #expect(texts[23].contains("Tab marks"))
    }

    /// Nothing in a name acts on the terminal, and no line is too long, whatever its size.
    @Test(arguments: [1, 2, 5, 10, 20, 33, 50, 60, 72, 80, 200], [1, 2, 3, 4, 5, 13, 14, 24, 60])
    func everySize(_ width: Int, _ height: Int) {
        let options = StationPickerOptions(prompt: "日本 \u{1B}]0;x\u{7}", allowsMultiple: true)
        for charset in [TerminalCharset.utf8, .ascii] {
            for actions: [PickerAction] in [[], [.nextGrouping, .last], [.insert("日"), .insert("本")], [.insert("q")]] {
                let page = page(width, height, options, charset: charset, status: "playing", actions)
                #expect(page.height == height && page.width == width)
                #expect((0..<width).contains(page.cursor?.column ?? -1))
                for text in page.texts {
                    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
                    #expect(DisplayWidth.of(text) <= width, "\(text)")
                    if charset == .ascii { #expect(text.utf8.allSatisfy { $0 < 0x80 }) }
                }
            }
        }
    }

    @Test func wideCharactersKeepTheColumns() {
        let lines = page(80, 24).texts
        let wide = lines.first { $0.contains("日本の声") } ?? ""
        let narrow = lines.first { $0.contains("Bayern 2") } ?? ""
        func column(_ text: String, of part: String) -> Int? {
            text.firstRange(of: part).map { DisplayWidth.of(String(text[..<$0.lowerBound])) }
        }
        #expect(column(wide, of: "JP MP3") == column(narrow, of: "DE MP3"))
        #expect(column(wide, of: "JP MP3") != nil)
    }

    @Test func nothingIsFound() {
        let texts = page(80, 24, .init(), [.insert("q"), .insert("q")]).texts
        #expect(texts[0].hasPrefix("> qq") && texts[0].hasSuffix("0 of 6"))
        #expect(texts[1] == "  no station has all of that")
    }

    /// Cells of a picture are blank, in rows of what is known of a station; its text makes room.
    @Test(arguments: [40, 48, 80, 200], [14, 19, 20, 24, 40, 60]) func roomForAPicture(_ width: Int, _ height: Int)
        throws
    {
        let painter = PickerPainter(charset: .utf8, hasPictures: true)
        for status in ["", "playing"] {
            let page = page(width, height, status: status, hasPictures: true)
            #expect(page.height == height)
            let frame = painter.pictureFrame(width: width, height: height, hasStatus: !status.isEmpty)
            guard width >= 48, height >= 20 else {
                #expect(frame == nil && page == self.page(width, height, status: status))
                continue
            }
            let place = try #require(frame)
            #expect(place.column + place.columns == width && (8...14).contains(place.rows))
            #expect(place.columns <= place.rows * 2 && place.columns >= 16)
            #expect(place.row + place.rows == height - 1 - (status.isEmpty ? 0 : 1))
            #expect(page.texts[place.row] == "FIP" && page.texts[place.row - 1].hasPrefix("──"))
            for text in page.texts[place.row..<(place.row + place.rows)] {
                #expect(DisplayWidth.of(text) < place.column)
            }
        }
        #expect(PickerPainter(charset: .utf8).pictureFrame(width: 80, height: 24, hasStatus: false) == nil)
    }
}
