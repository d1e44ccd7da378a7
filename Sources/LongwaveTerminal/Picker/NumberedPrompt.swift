import RadioStations

/// The station picker as lines of text, for terminals and pipes that cannot show a full-screen page. Pure.
///
/// The prompt lists the stations with numbers. The person answers with numbers, or with words that shorten the list.
struct NumberedPrompt: Sendable {
    private var model: ScreenModel
    private let clean: Sanitiser

    /// The result of asking the person for stations.
    enum Answer: Hashable {
        /// The chosen stations; empty if the person chose none.
        case picked([LibraryItem])
        case cancelled
    }

    private var rows: [StationRow] { model.search.list.rows }
    private var allowsMultiple: Bool { model.choice?.allowsMultiple == true }

    /// The largest number of stations that are listed. To see the others, the person types words that shorten the list.
    static let maximumLines = 40

    init(_ model: ScreenModel, charset: TerminalCharset) {
        self.model = model
        clean = Sanitiser(charset: charset)
    }

    /// The numbered list of stations and the question. The last line has no line feed, so that the person types the
    /// answer on the same line.
    var text: String {
        var text = ""
        var items = 0
        for row in rows {
            switch row {
            case .heading(let title, let count): text += "\(title.isEmpty ? "(none)" : clean(title)) (\(count))\n"
            case .station(let number):
                guard items < Self.maximumLines, let item = model.item(row) else { continue }
                items += 1
                let number = String(number)
                text +=
                    String(repeating: " ", count: max(5 - number.count, 0)) + "\(number)  \(clean(item.station.name))\n"
            case .found: continue
            }
            if items == Self.maximumLines { break }
        }
        if model.search.count > items, items == Self.maximumLines {
            text += "       and \(model.search.count - items) more: type words to shorten the list\n"
        }
        if rows.isEmpty { text += "No station matches.\n" }
        let prompt = clean(model.choice?.prompt ?? "")
        let what = allowsMultiple ? "numbers" : "a number"
        return text + (prompt.isEmpty ? "" : prompt + ": ") + "\(what), or words; an empty line picks none> "
    }

    /// Reads the person's answer to the question.
    /// - Parameter line: the line that the person typed; nil at the end of the input.
    /// - Returns: `answer` is the result, or nil if the question must be asked again; `complaint` says what is wrong
    ///   with the line, or is nil.
    mutating func answer(_ line: String?) -> (answer: Answer?, complaint: String?) {
        guard let line else { return (.cancelled, nil) }
        let words = line.split { $0.isWhitespace || $0 == "," }.map(String.init)
        if words.isEmpty { return (.picked([]), nil) }
        if words.allSatisfy({ Self.range($0) != nil }) {
            let listed = Set(rows.compactMap(\.number))
            var items: [LibraryItem] = []
            for range in words.compactMap(Self.range) {
                let chosen = range.filter(listed.contains).compactMap { model.item(.station($0)) }
                // A range such as `3-5` is accepted if at least one of its numbers is in the list.
                guard !chosen.isEmpty else { return (nil, "Number \(range.lowerBound) is not in the list.") }
                items += chosen.filter { !items.contains($0) }
            }
            if items.count > 1, !allowsMultiple { return (nil, "Pick only one.") }
            return (.picked(items), nil)
        }
        model.type(words: line)
        if model.search.count == 1, let only = model.pointed { return (.picked([only]), nil) }
        return (nil, nil)
    }

    /// Returns the station numbers that a word such as `7` or `3-5` stands for; nil if the word is no number or range.
    private static func range(_ word: String) -> ClosedRange<Int>? {
        let ends = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { Int($0) }
        guard let first = ends.first ?? nil, first > 0 else { return nil }
        if ends.count == 1 { return first...first }
        guard let last = ends[1], last >= first, last - first < 100_000 else { return nil }
        return first...last
    }
}
