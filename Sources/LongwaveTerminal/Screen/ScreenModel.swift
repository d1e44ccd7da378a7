import RadioFormats
import RadioStations

/// The state of the whole screen. Handles keys and events, and returns the effects that the screen's owner must carry
/// out. Pure.
package struct ScreenModel: Sendable {
    package private(set) var section = ScreenSection.stations
    package internal(set) var stations = StationsPane()
    package internal(set) var search = SearchPane()
    package internal(set) var history = RowList<SongRow>()
    package internal(set) var queue = RowList<QueuedItem>()
    package internal(set) var recordings = RowList<RecordingRow>()
    package internal(set) var schedule = RowList<HelpRow>()
    package internal(set) var help: RowList<HelpRow>
    package internal(set) var prompt: ScreenPrompt?
    package private(set) var playing = ScreenPlaying()
    package internal(set) var message: String?
    /// For each page that has nothing to show because of a problem, the reason. The page shows the reason in place of
    /// rows.
    package private(set) var problems: [ScreenSection: String] = [:]
    /// Why stations do not play, by the stations' ids.
    package private(set) var failures: [String: String] = [:]
    /// Whether the owner has finished reading the library, with or without success.
    package internal(set) var isLoaded = false
    /// The state of the choosing mode (station picker); nil if the screen controls a player.
    package internal(set) var choice: ScreenChoice?
    package let bindings: KeyBindings

    var library: LibrarySearch
    private var playlists: [StationPlaylist] = []
    /// The page that was shown before the help page. Leaving the help shows this page again.
    private var former = ScreenSection.stations
    /// The current time. Conditions such as `played<7` (heard in the last seven days) are evaluated against it.
    package var now: MediaTime

    /// The largest number of stations in ``failures``.
    private static let maximumFailures = 1000

    /// Creates the state of a screen that controls a player. The stations and the player's state arrive later as
    /// events.
    /// - Parameters:
    ///   - bindings: the keys of all actions.
    ///   - charset: the characters that the names of keys in the help may contain.
    ///   - now: the current time. Conditions such as `played<7` (heard in the last seven days) are evaluated against
    ///     it.
    package init(_ bindings: KeyBindings = .usual, charset: TerminalCharset = .utf8, now: MediaTime) {
        self.bindings = bindings
        self.now = now
        library = LibrarySearch(StationLibrary(stations: [], source: ""))
        help = RowList(Self.helpRows(bindings, charset))
    }

    private static func helpRows(_ bindings: KeyBindings, _ charset: TerminalCharset) -> [HelpRow] {
        func rows(_ scope: KeyAction.Scope) -> [HelpRow] {
            bindings.help([scope], charset).map { .key(keys: $0.keys, words: $0.action.words) }
        }
        return [.heading("Playing")] + rows(.playing) + [.heading("This screen")] + rows(.screen)
            + [.key(keys: "Alt-0 … Alt-5", words: "set the rating to 0 to 5 stars")]
    }

    // MARK: What is pointed at

    /// Returns the station that a row shows; nil for a heading.
    package func item(_ row: StationRow) -> LibraryItem? {
        switch row {
        case .heading: nil
        case .station(let number):
            library.library.stations.indices.contains(number - 1) ? library.library.item(at: number - 1) : nil
        case .found(let place):
            switch section {
            case .search: search.found.indices.contains(place) ? search.found[place] : nil
            case _: stations.found.indices.contains(place) ? stations.found[place] : nil
            }
        }
    }

    /// The station with the cursor on the stations page or the search page; nil on other pages.
    package var pointed: LibraryItem? {
        switch section {
        case .stations: stations.list.current.flatMap(item)
        case .search: search.list.current.flatMap(item)
        case .history, .queue, .recordings, .schedule, .help: nil
        }
    }

    /// The rows of the search page if it is shown, otherwise the rows of the stations page.
    package var rows: [StationRow] { section == .search ? search.list.rows : stations.list.rows }

    /// The title with the cursor on the history page; nil on other pages.
    var song: SongRow? { section == .history ? history.current : nil }

    // MARK: Keys

    /// Updates the state after a key was pressed.
    /// - Returns: the effects for the screen's owner, in order.
    package mutating func press(_ stroke: KeyStroke) -> [ScreenEffect] {
        message = nil
        if choice != nil { return choose(stroke) }
        if let key = keyAfterEscape(stroke) { return press(.escape) + press(key) }
        if prompt != nil { return answer(stroke) }
        if section == .search, search.isTyping, let effects = type(stroke) { return effects }
        if case .alt(let digit) = stroke, digit.isNumber { return rate(digit) }
        guard let action = bindings[stroke] else { return [] }
        return perform(action)
    }

    /// Decides whether Alt with a character was in fact Escape and then that character. If so, returns the character's
    /// key; otherwise returns nil.
    ///
    /// A terminal sends the same bytes for Escape and a character as for Alt with that character. If Alt with the
    /// character has no action, and Escape would leave a page, the search field or a question, the person is assumed to
    /// have pressed Escape.
    private func keyAfterEscape(_ stroke: KeyStroke) -> KeyStroke? {
        guard case .alt(let character) = stroke, bindings[stroke] == nil else { return nil }
        let leaves = prompt != nil || section == .help || section == .search && search.isTyping
        let isRating = prompt == nil && pointed != nil && UserProperties.stars(character) != nil
        return leaves && !isRating ? .character(character) : nil
    }

    /// Handles a key while letters are typed into the search field. Returns nil if the key has no meaning in the field.
    private mutating func type(_ stroke: KeyStroke) -> [ScreenEffect]? {
        switch stroke {
        case .escape:
            search.isTyping = false
            return []
        case .enter:
            search.isTyping = false
            return perform(.play)
        case .control("c"), .control("d"): return [.quit]
        case _: return search.press(stroke, library, now: now)
        }
    }

    /// Carries out an action on the page that is shown.
    mutating func perform(_ action: KeyAction) -> [ScreenEffect] {
        if let effects = performAnywhere(action) { return effects }
        if move(action) { return [] }
        let effects = performOnRow(action)
        if effects.isEmpty, message == nil, prompt == nil { message = Self.whyNothing(action, section) }
        return effects
    }

    /// Carries out an action on the row with the cursor.
    private mutating func performOnRow(_ action: KeyAction) -> [ScreenEffect] {
        switch section {
        case .stations, .search: return performOnStation(action)
        case .history: return performOnSong(action)
        case .queue: return performOnEntry(action)
        case .recordings:
            guard let row = recordings.current else { return [] }
            if action == .remove { prompt = .confirmation("delete \(row.name)?", .deleteFile(row.path)) }
            return action == .play ? [.playFile(row.path)] : []
        case .schedule, .help: return []
        }
    }

    /// Returns why an action has no effect on a page, for the actions that always have one if they can be carried out.
    private static func whyNothing(_ action: KeyAction, _ section: ScreenSection) -> String? {
        switch action {
        case .moveUp, .moveDown:
            section == .queue
                ? "there is no place to move to" : "only playlists and the queue have an order of their own"
        case .remove:
            switch section {
            case .queue: "the queue is empty"
            case .recordings: "there is nothing to delete"
            case .stations, .search, .history, .schedule, .help: "nothing can be removed here"
            }
        case .play, .enqueue, .playNext:
            section == .history ? "the title's station is in none of your lists" : "there is nothing to play here"
        case _: nil
        }
    }

    /// Carries out an action that has the same effect on every page. Returns nil for other actions.
    private mutating func performAnywhere(_ action: KeyAction) -> [ScreenEffect]? {
        switch action {
        case .quit: return [.quit]
        case .help: return show(section == .help ? former : .help)
        case .like where song != nil: return song.map { [.like($0)] }
        case .nextSection: return step(1)
        case .previousSection: return step(-1)
        case .sectionStations: return show(.stations)
        case .sectionSearch: return show(.search)
        case .sectionHistory: return show(.history)
        case .sectionQueue: return show(.queue)
        case .sectionRecordings: return show(.recordings)
        case .sectionSchedule: return show(.schedule)
        case .search:
            let effects = show(.search)
            search.type("", library, now: now)
            search.isTyping = true
            return effects
        case .leave: return section == .help ? show(former) : []
        case .links: return [.links(song)]
        case .undo: return [.undo]
        case .device: return [.devices]
        case .detach: return [.detach]
        case .redraw: return [.redraw]
        case _: return action.scope == .playing ? [.player(action)] : nil
        }
    }

    private mutating func step(_ step: Int) -> [ScreenEffect] {
        let all = ScreenSection.allCases
        return show(all[(section.rawValue + step + all.count) % all.count])
    }

    /// Shows a page. On the search page, letters are keys with actions until the field gets the cursor.
    mutating func show(_ new: ScreenSection) -> [ScreenEffect] {
        guard new != section else { return [] }
        if section != .help { former = section }
        section = new
        search.isTyping = false
        return [.show(new)]
    }

    /// Moves the cursor of the shown page if the action is a move, such as `up`. Otherwise returns false.
    mutating func move(_ action: KeyAction) -> Bool {
        switch section {
        case .stations: move(action, &stations.list)
        case .search: move(action, &search.list)
        case .history: move(action, &history)
        case .queue: move(action, &queue)
        case .recordings: move(action, &recordings)
        case .schedule: move(action, &schedule)
        case .help: move(action, &help)
        }
    }

    /// Moves the cursor of a list if the action is a move, such as `up`. Otherwise returns false.
    func move<Row>(_ action: KeyAction, _ list: inout RowList<Row>) -> Bool {
        switch action {
        case .up: list.move(-1)
        case .down: list.move(1)
        case .pageUp: list.movePage(-1)
        case .pageDown: list.movePage(1)
        case .first: list.first()
        case .last: list.last()
        case _: return false
        }
        return true
    }

    // MARK: Events

    /// Updates the state after an event that the screen's owner reports.
    /// - Returns: the effects for the screen's owner, in order.
    package mutating func take(_ event: ScreenEvent) -> [ScreenEffect] {
        switch event {
        case .library(let new, let playlists, let id): use(new, playlists, pointed: id)
        case .noLibrary(let reason):
            isLoaded = true
            problems[.stations] = reason
        case .playing(let new):
            var new = new
            if new.levels == nil { new.levels = playing.levels }
            if new.isActive, new.tone == .good, let id = new.stationID { failures[id] = nil }
            if let owner = new.owner, owner != playing.owner {
                help.replace([.heading("Playing: \(owner)")] + help.rows.dropFirst())
            }
            playing = new
        case .levels(let levels): playing.levels = levels
        case .found(let stations, let problem):
            return search.take(stations, problem: problem, library, now: now)
        case .history(let rows, let problem):
            history.set(rows, keeping: history.current)
            problems[.history] = problem
        case .queue(let rows):
            let isFirst = queue.rows.isEmpty
            queue.replace(rows)
            if isFirst { queue.point(to: rows.firstIndex(where: \.isCurrent)) }
        case .recordings(let rows, let problem):
            // After a file was deleted, the next one gets the cursor.
            let isKept = recordings.current.map { row in rows.contains { $0.identity == row.identity } } ?? true
            if isKept { recordings.set(rows, keeping: recordings.current) } else { recordings.replace(rows) }
            problems[.recordings] = problem
        case .schedule(let rows, let problem):
            schedule.set(rows, keeping: schedule.current)
            problems[.schedule] = problem
        case .failed(let id, let reason):
            if failures.count < Self.maximumFailures || reason == nil { failures[id] = reason }
        case .devices(let rows): ask(.device, "Sound device", rows)
        case .links(let rows): ask(.link, "Links for the title", rows)
        case .kept(let item): library.set(item.user, ofNumber: item.number)
        case .question(let text, let effect): prompt = .confirmation(text, effect)
        case .message(let text): message = text
        case .messageIsOld: message = nil
        }
        return []
    }

    /// Replaces the library and the playlists. The cursor moves to the station with the id `pointed`. If `pointed` is
    /// nil, the cursor stays on the station where it is.
    private mutating func use(_ new: LibrarySearch, _ playlists: [StationPlaylist], pointed: String?) {
        let id =
            pointed
            ?? stations.list.current.flatMap { row -> String? in
                guard let number = row.number, isLoaded, number <= library.library.stations.count else { return nil }
                return library.library.stations[number - 1].persistentID
            }
        library = new
        self.playlists = playlists
        isLoaded = true
        problems[.stations] = nil
        let place = id.flatMap { new.library.places(ofIDs: [$0])[$0] }
        stations.use(new, playlists, keeping: place.map { .station($0 + 1) }, now: now)
        search.fill(new, now: now, keeps: true)
    }
}
