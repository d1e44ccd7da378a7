import RadioStations
import Testing

@testable import LongwaveTerminal

@Suite struct NumberedPromptTests {
    private func prompt(_ options: StationPickerOptions = .init(), _ library: StationLibrary = SampleLibrary.library)
        -> NumberedPrompt
    {
        NumberedPrompt(ScreenModel(choosing: options, among: LibrarySearch(library), now: .zero), charset: .utf8)
    }

    private func picked(_ answer: NumberedPrompt.Answer?) -> [Int]? {
        guard case .picked(let items)? = answer else { return nil }
        return items.map(\.number)
    }

    @Test func theListAndTheQuestion() {
        let lines = prompt(.init(prompt: "Which")).text.split(separator: "\n")
        #expect(lines.first == "    1  FIP")
        // Control characters are removed from the name.
        #expect(lines[5] == "    6  Nameless[2J")
        #expect(lines.last == "Which: a number, or words; an empty line picks none> ")
        #expect(prompt(.init(query: .byCountry)).text.hasPrefix("CH (1)\n    3  Radio Swiss Jazz\n"))
        let long = prompt(.init(), SampleLibrary.large(500)).text
        #expect(long.split(separator: "\n").count == NumberedPrompt.maximumLines + 2)
        #expect(long.contains("and 460 more"))
    }

    static let one: [(String?, [Int]?, Bool)] = [
        ("2", [2], false), (" 6 ", [6], false), ("", [], false), ("7", nil, true), ("1 2", nil, true),
        ("0", nil, false),
        ("2-3", nil, true), ("2-2", [2], false), ("bayern", [5], false), ("jazz", nil, false), ("qqq", nil, false),
    ]

    @Test(arguments: one) func oneStation(_ line: String?, _ numbers: [Int]?, _ complains: Bool) {
        var prompt = prompt()
        let (answer, complaint) = prompt.answer(line)
        #expect(picked(answer) == numbers)
        #expect((complaint != nil) == complains)
    }

    @Test func theEndOfInputCancels() {
        var prompt = prompt()
        #expect(prompt.answer(nil).answer == .cancelled)
    }

    @Test func severalStations() {
        var prompt = prompt(.init(allowsMultiple: true))
        #expect(picked(prompt.answer("4, 1-2 4").answer) == [4, 1, 2])
        #expect(picked(prompt.answer("5-400").answer) == [5, 6])
        #expect(prompt.answer("7-9").complaint != nil)
        #expect(prompt.answer("1-99999999999999999999").answer == nil)
        #expect(prompt.answer("3-1").answer == nil)
    }

    @Test func wordsMakeTheListShorter() {
        var prompt = prompt()
        #expect(prompt.answer("jazz").answer == nil)
        #expect(prompt.text.hasPrefix("    2  FIP Jazz\n    3  Radio Swiss Jazz\n    1  FIP\n"))
        // The list was shortened by a search. The stations keep their numbers in the library, and only listed ones can
        // be chosen.
        #expect(prompt.answer("5").complaint != nil)
        #expect(picked(prompt.answer("3").answer) == [3])
    }
}
