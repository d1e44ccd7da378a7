import Longwave
import RadioLoop

/// Sends requests to the online directory of stations, and blocks until the response to each request arrives.
struct DirectoryRun {
    let directory: StationDirectory
    private let loop: EventLoop

    /// Prepares requests to the online directory of stations. `report` is called with messages about the requests.
    /// - Throws: a failure if the directory is switched off or the system lacks resources.
    init(_ address: DirectoryAddress?, report: @escaping (String) -> Void) throws(CommandFailure) {
        guard let address else {
            throw CommandFailure(
                code: .usage,
                sentence:
                    "The directory is switched off: \(DirectoryAddress.variable) is none. Use --directory.")
        }
        do {
            loop = try EventLoop()
            directory = try StationDirectory(
                address, loop: loop, cache: StationDirectory.usualCache(environment: Environment.folders),
                report: report)
        } catch {
            throw CommandFailure(code: .unavailable, sentence: "The directory cannot be used: \(error).")
        }
    }

    func search(_ query: DirectoryQuery) throws(CommandFailure) -> DirectoryAnswer {
        try answer { directory.search(query, completion: $0) }
    }

    func station(id: String) throws(CommandFailure) -> DirectoryStation? {
        try answer { directory.station(id: id, completion: $0) }
    }

    /// Sends a request by calling `ask`, and runs the loop until the response arrives.
    private func answer<Found>(
        _ ask: (@escaping (Result<Found, StationLibraryError>) -> Void) -> Void
    ) throws(CommandFailure) -> Found {
        var answer: Result<Found, StationLibraryError>?
        ask {
            answer = $0
            loop.stop()
        }
        if answer == nil { loop.run() }
        do throws(StationLibraryError) {
            guard let answer else { throw .timedOut("the directory") }
            return try answer.get()
        } catch { throw CommandFailure(error) }
    }
}
