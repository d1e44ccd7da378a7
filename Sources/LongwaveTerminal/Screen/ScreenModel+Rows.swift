import RadioFormats
import RadioStations

/// The effects of keys on the row with the cursor, of the answers to the screen's questions, and of the mouse.
extension ScreenModel {
    /// Carries out an action on the station with the cursor, such as `favourite`, or on the shown list, such as
    /// `group`.
    mutating func performOnStation(_ action: KeyAction) -> [ScreenEffect] {
        switch action {
        case .nextList, .previousList:
            guard section == .stations else { return [] }
            stations.nextSource(action == .nextList ? 1 : -1, library, now: now)
            return []
        case .group:
            guard section == .stations else { return [] }
            stations.nextGrouping(library, now: now)
            return []
        case .play:
            let rows = rows
            return pointed.map { [.play($0, among: rows)] } ?? []
        case .enqueue, .playNext: return pointed.map { [.enqueue($0, isNext: action == .playNext)] } ?? []
        case .favourite: return change { $0.isFavourite.toggle() }
        case .star:
            return rate { ($0 ?? 0) < UserProperties.ratings.upperBound ? ($0 ?? 0) + 1 : nil }
        case .add: return pointed.map { [.edit(.add($0.station))] } ?? []
        case .remove: return pointed.map { [.edit(.remove($0))] } ?? []
        case .moveUp, .moveDown: return pointed.map { [.edit(.move($0, action == .moveUp ? -1 : 1))] } ?? []
        case .rename:
            guard let item = pointed else { return [] }
            prompt = .text(.name(item), TextLine(item.station.name))
            return []
        case .tag:
            guard let item = pointed else { return [] }
            prompt = .text(.tags(item), TextLine(item.station.tags.joined(separator: ", ")))
            return []
        case _: return []
        }
    }

    /// Gives the station with the cursor the number of stars that the digit names; 0 removes the stars.
    mutating func rate(_ digit: Character) -> [ScreenEffect] {
        guard let stars = UserProperties.stars(digit) else { return [] }
        return rate { _ in stars > 0 ? stars : nil }
    }

    mutating func rate(_ stars: (Int?) -> Int?) -> [ScreenEffect] {
        change { $0.rating = stars($0.rating) }
    }

    /// Changes the favourite mark or the rating of the station with the cursor, and shows the change at once.
    private mutating func change(_ body: (inout UserProperties) -> Void) -> [ScreenEffect] {
        guard var item = pointed else { return [] }
        guard item.number > 0 else {
            return take(.message("\(item.station.name) is not in your stations: press a to add it"))
        }
        let before = item.user
        body(&item.user)
        library.set(item.user, ofNumber: item.number)
        return [.keep(item, before: before)]
    }

    /// Carries out an action on the station of the title with the cursor.
    func performOnSong(_ action: KeyAction) -> [ScreenEffect] {
        guard let song, action == .play || action == .enqueue || action == .playNext, let item = station(of: song)
        else { return [] }
        return action == .play
            ? [.play(item, among: stations.list.rows)] : [.enqueue(item, isNext: action == .playNext)]
    }

    /// Returns the station that played a title. The history names a station without an id by its first address, which
    /// plays also if no list contains the station.
    private func station(of song: SongRow) -> LibraryItem? {
        let (library, id) = (library.library, song.stationID)
        let place = library.places(ofIDs: [id])[id] ?? library.stations.firstIndex { $0.urls.first == id }
        if let place { return library.item(at: place) }
        return id.contains("://") ? LibraryItem(found: Station(name: song.station, urls: [id])) : nil
    }

    /// Carries out an action on the queue's entry with the cursor, such as `remove`.
    mutating func performOnEntry(_ action: KeyAction) -> [ScreenEffect] {
        guard let entry = queue.current else { return [] }
        switch action {
        case .play: return [.playEntry(entry.id)]
        case .remove: return [.removeEntry(entry.id)]
        case .moveUp, .moveDown:
            let step = action == .moveUp ? -1 : 1
            return queue.rows.indices.contains(entry.place + step) ? [.moveEntry(entry.id, by: step)] : []
        case _: return []
        }
    }

    // MARK: Questions

    mutating func ask(_ choice: ScreenPrompt.Choice, _ title: String, _ rows: [ChoiceRow]) {
        var list = RowList(rows)
        list.point(to: rows.firstIndex(where: \.isCurrent))
        prompt = .choice(choice, title: title, list)
    }

    /// Handles a key while the screen asks a question (``prompt``).
    mutating func answer(_ stroke: KeyStroke) -> [ScreenEffect] {
        switch prompt {
        case nil: return []
        case .confirmation(_, let effect)?:
            prompt = nil
            if stroke == .character("y") || stroke == .character("Y") { return [effect] }
            if case .handOver = effect { return [.handOver(false)] }
            message = "nothing was deleted"
        case .text(let subject, var line)?:
            switch stroke {
            case .escape, .control("c"): prompt = nil
            case .enter:
                prompt = nil
                return answer(subject, line.text.trimmed)
            case _:
                if line.press(stroke) { prompt = .text(subject, line) }
            }
        case .choice(let choice, let title, var list)?:
            switch (stroke, bindings[stroke]) {
            case (.control("c"), _), (_, .leave?), (_, .quit?): prompt = nil
            case (_, .play?):
                prompt = nil
                guard let row = list.current else { return [] }
                return [choice == .device ? .useDevice(row.value) : .openLink(row.value)]
            case (_, let action?):
                if move(action, &list) { prompt = .choice(choice, title: title, list) }
            case (_, nil): break
            }
        }
        return []
    }

    private func answer(_ subject: ScreenPrompt.Subject, _ text: String) -> [ScreenEffect] {
        switch subject {
        case .name(let item):
            return text.isEmpty || text == item.station.name ? [] : [.edit(.rename(item, text))]
        case .tags(let item):
            let tags = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
            return tags == item.station.tags ? [] : [.edit(.tag(item, tags))]
        }
    }

    // MARK: Mouse

    /// Handles a press of the mouse's first button. A press on a row moves the cursor there. If the row already has the
    /// cursor, the press plays or chooses it.
    package mutating func click(_ target: ScreenTarget) -> [ScreenEffect] {
        message = nil
        if case .choice(let choice, let title, var list)? = prompt {
            guard case .row(let place) = target else { return [] }
            if list.cursor == place { return answer(.enter) }
            list.point(to: place)
            prompt = .choice(choice, title: title, list)
            return []
        }
        guard prompt == nil else { return [] }
        switch target {
        case .section(let section): return show(section)
        case .source(let source):
            stations.show(source, library, now: now)
            return []
        case .row(let place): return point(to: place) ? performPlay() : []
        case .field:
            search.isTyping = true
            return []
        }
    }

    private mutating func performPlay() -> [ScreenEffect] {
        let isTyping = search.isTyping
        search.isTyping = false
        defer { search.isTyping = isTyping && section == .search }
        guard let stroke = bindings.keys(of: .play).first else { return [] }
        return press(stroke)
    }

    /// Handles the mouse's wheel: moves the cursor down by a number of rows; a negative number moves it up.
    package mutating func wheel(_ rows: Int) {
        let action = rows < 0 ? KeyAction.up : .down
        for _ in 0..<abs(rows) {
            if case .choice(let choice, let title, var list)? = prompt {
                if move(action, &list) { prompt = .choice(choice, title: title, list) }
                continue
            }
            switch section {
            case .stations: _ = move(action, &stations.list)
            case .search: _ = move(action, &search.list)
            case .history: _ = move(action, &history)
            case .queue: _ = move(action, &queue)
            case .recordings: _ = move(action, &recordings)
            case .schedule: _ = move(action, &schedule)
            case .help: _ = move(action, &help)
            }
        }
    }

    /// Moves the cursor to the row at an index. Returns true if the row already had the cursor; a press on it then
    /// plays it.
    private mutating func point(to place: Int) -> Bool {
        func point<Row>(_ list: inout RowList<Row>) -> Bool {
            guard list.rows.indices.contains(place), !list.rows[place].isHeading else { return false }
            let isSame = list.cursor == place
            list.point(to: place)
            return isSame
        }
        return switch section {
        case .stations: point(&stations.list)
        case .search: point(&search.list)
        case .history: point(&history)
        case .queue: point(&queue)
        case .recordings: point(&recordings)
        case .schedule: point(&schedule) && false
        case .help: point(&help) && false
        }
    }

    /// Sets the number of rows that a page's list shows at once.
    package mutating func fit(rows: Int) {
        stations.list.fit(rows: rows)
        search.list.fit(rows: rows)
        history.fit(rows: rows)
        queue.fit(rows: rows)
        recordings.fit(rows: rows)
        help.fit(rows: rows)
        if case .choice(let choice, let title, var list)? = prompt {
            list.fit(rows: rows)
            prompt = .choice(choice, title: title, list)
        }
    }
}

/// The part of the screen on which the mouse's button was pressed.
package enum ScreenTarget: Hashable, Sendable {
    case section(ScreenSection)
    /// A list of stations, by its index in ``StationsPane/sources``.
    case source(Int)
    /// A row of the shown page or question, by its index in the list of rows.
    case row(Int)
    case field
}

extension UserProperties {
    /// Returns the number of stars that a digit stands for when it is typed with Alt; nil if the character is no digit
    /// from 0 to 5.
    static func stars(_ digit: Character) -> Int? {
        digit.wholeNumberValue.flatMap { $0 <= ratings.upperBound ? $0 : nil }
    }
}
