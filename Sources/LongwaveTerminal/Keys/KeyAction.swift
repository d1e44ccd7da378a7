/// The action of a key in `longwave play` and on the screen (the full-screen player).
///
/// This type is the only table of the actions, their names in the settings file (the raw values), their usual keys and
/// their descriptions.
package enum KeyAction: String, Hashable, Sendable, CaseIterable {
    // Actions on the player, which are available in `longwave play` and on the screen.
    case toggle, quit, louder, quieter, mute, next, previous, back, forward
    case titleBefore = "title-before"
    case titleBegin = "title-begin"
    case titleAfter = "title-after"
    case liveEdge = "live"
    case catchUp = "catch-up"
    case rewind
    case fastForward = "fast-forward"
    case slower, faster, meter, like
    case keepTitle = "keep-title"
    case keepLast = "keep-last"
    case record, sleep, shuffle
    case repetition = "repeat"
    case help

    // Actions that are available only on the screen.
    case nextSection = "next-section"
    case previousSection = "previous-section"
    case sectionStations = "stations"
    case sectionSearch = "search-page"
    case sectionHistory = "history"
    case sectionQueue = "queue"
    case sectionRecordings = "recordings"
    case sectionSchedule = "schedule"
    case search
    case up, down
    case pageUp = "page-up"
    case pageDown = "page-down"
    case first, last
    case play
    case leave
    case nextList = "next-list"
    case previousList = "previous-list"
    case group
    case favourite
    case star
    case enqueue
    case playNext = "play-next"
    case add, remove, rename, tag
    case moveUp = "move-up"
    case moveDown = "move-down"
    case undo
    case links
    case device
    case detach
    case redraw

    /// The programs in which a key's action is available.
    package enum Scope: Hashable, Sendable {
        /// `longwave play` and the screen.
        case playing
        /// The screen only.
        case screen
    }

    package var scope: Scope {
        switch self {
        case .toggle, .quit, .louder, .quieter, .mute, .next, .previous, .back, .forward, .titleBefore, .titleBegin,
            .titleAfter, .liveEdge, .catchUp, .rewind, .fastForward, .slower, .faster, .meter, .like, .keepTitle,
            .keepLast, .record, .sleep, .shuffle, .repetition, .help:
            .playing
        case _: .screen
        }
    }

    /// The action's description in the list of all keys.
    package var words: String {
        switch self {
        case .toggle: "pause or resume"
        case .quit: "quit"
        case .louder: "louder"
        case .quieter: "softer"
        case .mute: "mute"
        case .next: "next station of the queue"
        case .previous: "previous station of the queue"
        case .back: "ten seconds back"
        case .forward: "ten seconds forward"
        case .titleBefore: "to the previous title or chapter"
        case .titleBegin: "to the beginning of this title or chapter"
        case .titleAfter: "to the next title or chapter"
        case .liveEdge: "to the live edge"
        case .catchUp: "catch up with the live edge by playing faster"
        case .rewind: "rewind, until pressed again"
        case .fastForward: "fast forward, until pressed again"
        case .slower: "slower at the same pitch"
        case .faster: "faster at the same pitch"
        case .meter: "show the loudness"
        case .like: "like the title, or undo"
        case .keepTitle: "keep this title as a file"
        case .keepLast: "keep the last minutes as a file"
        case .record: "start or stop a recording"
        case .sleep: "sleep timer: 15, 30, 60 or 90 minutes, or off; snoozes an alarm"
        case .shuffle: "shuffle the queue, or restore its order"
        case .repetition: "repeat nothing, one item or the queue"
        case .help: "show all keys"
        case .nextSection: "next page"
        case .previousSection: "previous page"
        case .sectionStations: "stations"
        case .sectionSearch: "search results"
        case .sectionHistory: "heard titles"
        case .sectionQueue: "queue"
        case .sectionRecordings: "recordings"
        case .sectionSchedule: "schedule and alarms"
        case .search: "search your stations and radio-browser"
        case .up: "up"
        case .down: "down"
        case .pageUp: "page up"
        case .pageDown: "page down"
        case .first: "to the first row"
        case .last: "to the last row"
        case .play: "play the selected row"
        case .leave: "leave a field or question"
        case .nextList: "next list of stations: all, favourites, recent, playlists"
        case .previousList: "previous list of stations"
        case .group: "group by country, language, tag, codec and more"
        case .favourite: "mark as a favourite, or unmark"
        case .star: "add a star; after five, remove all"
        case .enqueue: "add to the end of the queue"
        case .playNext: "add after the current item"
        case .add: "add the station to your list"
        case .remove: "remove from your list or the queue; delete a recording"
        case .rename: "rename"
        case .tag: "change the tags"
        case .moveUp: "move up in its list"
        case .moveDown: "move down in its list"
        case .undo: "undo the last change"
        case .links: "show links for the title"
        case .device: "choose the sound device"
        case .detach: "quit; the shared player continues"
        case .redraw: "redraw the screen"
        }
    }

    /// A shorter description of the action. The screen's last line shows it next to the key.
    package var shortWords: String {
        switch self {
        case .toggle: "pause"
        case .play: "play"
        case .search: "search"
        case .favourite: "favourite"
        case .nextSection: "next page"
        case .help: "all keys"
        case .enqueue: "queue"
        case .links: "links"
        case .leave: "back"
        case .like: "like"
        case .add: "add to your list"
        case .remove: "remove"
        case .moveUp: "up"
        case .shuffle: "shuffle"
        case .repetition: "repeat"
        case .record: "record"
        case .keepTitle: "keep title"
        case _: words
        }
    }

    /// The action's keys, unless the settings file replaces them.
    package var usual: [KeyStroke] {
        switch self {
        // Some actions also have keys with Ctrl or Alt, because these work while the person types text into the search
        // field.
        case .toggle: [.space, .control("p")]
        // Ctrl-D quits because it means the end of the input in terminals.
        case .quit: Self.both("q") + [.control("d")]
        // On many keyboards, = is the key of + without Shift, and _ is the key of - with Shift.
        case .louder: [.character("+"), .character("="), .alt("+"), .alt("=")]
        case .quieter: [.character("-"), .character("_"), .alt("-"), .alt("_")]
        case .mute: Self.both("m")
        case .next: Self.both("n")
        case .previous: Self.both("p")
        case .back: [.special(.left)]
        case .forward: [.special(.right)]
        case .titleBefore: [.character("[")]
        case .titleBegin: Self.both("b")
        case .titleAfter: [.character("]")]
        case .liveEdge: [.character("l")]
        case .catchUp: [.character("L")]
        case .rewind: [.character("(")]
        case .fastForward: [.character(")")]
        case .slower: [.character("<")]
        case .faster: [.character(">")]
        case .meter: Self.both("v")
        case .like: [.character("*")]
        case .keepTitle: [.character("k")]
        case .keepLast: [.character("K")]
        case .record: [.character("R")]
        case .sleep: Self.both("z")
        case .shuffle: Self.both("s")
        case .repetition: [.character("r")]
        case .help: [.character("?")]
        case .nextSection: [.special(.tab)]
        case .previousSection: [.special(.backTab)]
        case .sectionStations: [.character("1")]
        case .sectionSearch: [.character("2")]
        case .sectionHistory: [.character("3")]
        case .sectionQueue: [.character("4")]
        case .sectionRecordings: [.character("5")]
        case .sectionSchedule: [.character("6")]
        case .search: [.character("/")]
        case .up: [.special(.up), .control("k")]
        case .down: [.special(.down), .control("n")]
        case .pageUp: [.special(.pageUp)]
        case .pageDown: [.special(.pageDown)]
        case .first: [.special(.home)]
        case .last: [.special(.end)]
        case .play: [.enter]
        case .leave: [.escape]
        case .nextList: [.character(".")]
        case .previousList: [.character(",")]
        case .group: [.character("g"), .control("g")]
        case .favourite: [.character("f"), .control("f")]
        case .star: [.control("r")]
        case .enqueue: [.character("e")]
        case .playNext: [.character("E")]
        case .add: [.character("a")]
        case .remove: [.character("x"), .special(.delete)]
        case .rename: [.character("c")]
        case .tag: [.character("t")]
        case .moveUp: [.character("{")]
        case .moveDown: [.character("}")]
        case .undo: [.character("u")]
        case .links: [.character("o")]
        case .device: [.character("O")]
        case .detach: [.character("d")]
        case .redraw: [.control("l")]
        }
    }

    /// Returns the keys of a letter without and with Shift.
    private static func both(_ letter: Character) -> [KeyStroke] {
        [.character(letter)] + letter.uppercased().map { .character($0) }
    }
}
