import RadioFormats
import RadioStations

/// The state of the screen's choosing mode, in which a person chooses stations. Pure.
package struct ScreenChoice: Hashable, Sendable {
    /// The text before the search field.
    let prompt: String
    let allowsMultiple: Bool
    /// The numbers of the marked stations, in the order of marking.
    package private(set) var marked: [Int] = []
    /// A line about the sound that is heard; empty if nothing is heard.
    package var status = ""

    init(prompt: String, allowsMultiple: Bool) {
        self.prompt = prompt
        self.allowsMultiple = allowsMultiple
    }

    mutating func toggle(_ number: Int) {
        if let place = marked.firstIndex(of: number) { marked.remove(at: place) } else { marked.append(number) }
    }

    /// Marks all listed stations. If all are already marked, removes their marks.
    mutating func toggleAll(_ listed: [Int]) {
        var seen = Set(marked)
        let new = listed.filter { seen.insert($0).inserted }
        if new.isEmpty {
            let listed = Set(listed)
            marked.removeAll(where: listed.contains)
        } else {
            marked += new
        }
    }
}

extension ScreenModel {
    /// Creates a screen in choosing mode.
    ///
    /// The screen has only the search page, and letters are always typed into the search field. The screen itself does
    /// not play; its owner may play a station on trial.
    /// - Parameters:
    ///   - options: how the person is asked, and which stations can be chosen.
    ///   - search: the library.
    ///   - charset: the charset of the keys' names.
    ///   - now: the current time. Conditions such as `played<7` (heard in the last seven days) are evaluated against
    ///     it.
    package init(
        choosing options: StationPickerOptions, among search: LibrarySearch, charset: TerminalCharset = .utf8,
        now: MediaTime
    ) {
        self.init(charset: charset, now: now)
        choice = ScreenChoice(prompt: options.prompt, allowsMultiple: options.allowsMultiple)
        library = search
        _ = show(.search)
        self.search = SearchPane(choosingAmong: options.query, search, now: now)
        isLoaded = true
    }

    /// The number of stations in the whole library.
    var total: Int { library.library.stations.count }

    /// The marked stations in the order of marking; if none is marked, the station with the cursor.
    private var chosen: [LibraryItem] {
        guard let choice, !choice.marked.isEmpty else { return [pointed].compactMap(\.self) }
        return choice.marked.map { library.library.item(at: $0 - 1) }
    }

    /// Replaces the text in the search field.
    mutating func type(words: String) { search.type(words, library, now: now) }

    /// The actions that keys can have in choosing mode, apart from typing, grouping and moving the cursor.
    private static let actionsWhileChoosing: Set<KeyAction> = [.toggle, .louder, .quieter, .favourite, .star, .redraw]

    /// Handles a key in choosing mode.
    /// - Returns: the effects for the screen's owner, in order.
    mutating func choose(_ stroke: KeyStroke) -> [ScreenEffect] {
        switch stroke {
        case .escape, .control("c"), .control("d"): return [.quit]
        case .enter: return [.choose(chosen)]
        case .special(.tab):
            if let number = pointed?.number, choice?.allowsMultiple == true {
                choice?.toggle(number)
                search.list.move(1)
            }
            return []
        case .control("a"):
            if choice?.allowsMultiple == true { choice?.toggleAll(search.list.rows.compactMap(\.number)) }
            return []
        case .special(.left), .special(.right):
            search.list.moveGroup(stroke == .special(.left) ? -1 : 1)
            return []
        case .alt(let digit) where digit.isNumber: return rate(digit)
        case _: break
        }
        if search.press(stroke, library, now: now) != nil { return [] }
        guard let action = bindings[stroke] else { return [] }
        if action == .group { search.nextGrouping(library, now: now) }
        if Self.actionsWhileChoosing.contains(action) { return perform(action) }
        _ = move(action)
        return []
    }
}
