/// A page of the screen, such as the queue or the history.
package enum ScreenSection: Int, Hashable, Sendable, CaseIterable {
    case stations, search, history, queue, recordings, schedule, help

    package var title: String {
        switch self {
        case .stations: "Stations"
        case .search: "Search"
        case .history: "Heard"
        case .queue: "Queue"
        case .recordings: "Recordings"
        case .schedule: "Schedule"
        case .help: "Keys"
        }
    }
}
