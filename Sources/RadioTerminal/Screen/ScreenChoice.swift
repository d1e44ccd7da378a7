import RadioFormats
import RadioStations

/// The screen's choosing mode: what a person is to choose, and what is marked. Pure.
package struct ScreenChoice: Hashable, Sendable {
    /// The text before the search field.
    let prompt: String
    let allowsMultiple: Bool
    /// Numbers of the marked stations, the first marked first.
    package private(set) var marked: [Int] = []
    /// What is heard, in a line; empty if nothing is.
    package var status = ""

    init(prompt: String, allowsMultiple: Bool) {
        self.prompt = prompt
        self.allowsMultiple = allowsMultiple
    }

    mutating func toggle(_ number: Int) {
        if let place = marked.firstIndex(of: number) { marked.remove(at: place) } else { marked.append(number) }
    }

    /// Marks all of the listed stations, or none of them if all were marked.
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
    /// A screen that lets a person choose among stations, and plays nothing by itself: one page, whose field is always typed in.
    /// - Parameters:
    ///   - search: the stations.
    ///   - options: which of them can be chosen, and how many.
    ///   - charset: for the names of keys.
    ///   - now: the moment from which `played<7` and the like count.
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

    /// Stations of the whole library.
    var total: Int { library.library.stations.count }

    /// The marked stations, as they were marked; if none is marked, the one that is pointed at.
    private var chosen: [LibraryItem] {
        guard let choice, !choice.marked.isEmpty else { return [pointed].compactMap(\.self) }
        return choice.marked.map { library.library.item(at: $0 - 1) }
    }

    /// Replaces what was typed.
    mutating func type(words: String) { search.type(words, library, now: now) }

    /// The actions of keys that have a meaning while a person chooses. Letters are typed.
    private static let actionsWhileChoosing: Set<KeyAction> = [.toggle, .louder, .quieter, .favourite, .star, .redraw]

    /// - Returns: what is left to do for the screen's owner, in this order.
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
