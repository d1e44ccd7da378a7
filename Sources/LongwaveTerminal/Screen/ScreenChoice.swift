import RadioFormats
import RadioStations

/// The state of the screen's choosing mode, which is the station picker. Pure.
package struct ScreenChoice: Hashable, Sendable {
    /// The text that the screen shows before the search field.
    let prompt: String
    let allowsMultiple: Bool
    /// The library's numbers of the marked stations, in the order of marking.
    package private(set) var marked: [Int] = []
    /// A line about the sound: the state of the station on trial, or a changed volume; empty for no line.
    package var status = ""

    init(prompt: String, allowsMultiple: Bool) {
        self.prompt = prompt
        self.allowsMultiple = allowsMultiple
    }

    mutating func toggle(_ number: Int) {
        if let place = marked.firstIndex(of: number) { marked.remove(at: place) } else { marked.append(number) }
    }

    /// Marks all stations in the list. If all of them are already marked, removes their marks.
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
    /// Creates the state of a screen in choosing mode.
    ///
    /// The screen has only the search page, and letters are always typed into the search field. The screen does not
    /// control a player, but the owner of the screen may play a station on trial.
    /// - Parameters:
    ///   - options: the stations that can be chosen, whether more than one may be chosen, and the prompt.
    ///   - search: the library of the stations, with its search.
    ///   - charset: the characters that the names of keys may contain.
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

    /// Replaces the text in the search field, and lists the stations that match the new text.
    mutating func type(words: String) { search.type(words, library, now: now) }

    /// The actions that ``perform(_:)`` carries out in choosing mode. Grouping and the cursor's moves are handled
    /// separately; all other actions have no effect.
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
