import Longwave
import RadioLoop

/// The stations that clients of the fronts see. The lists are read when a client first asks for them, and watched from
/// then on. Used on the player's loop only.
package final class RemoteLibrary {
    private let radio: Radio
    private var monitor: LibraryMonitor?
    private var observation: LibraryObservation?
    private var sources: [String] = []
    private var isLoaded = false
    private var waiting: [() -> Void] = []
    /// Called after the lists, the listener's properties of stations or the playlists have changed.
    var onChange: (LibraryDidChange) -> Void = { _ in }
    private var current: (search: LibrarySearch, playlists: [StationPlaylist])?

    package init(_ radio: Radio) { self.radio = radio }

    /// Calls `body` with the stations and the listener's playlists, at once or when the lists are read.
    package func read(
        on manager: isolated PlaybackManager, _ body: @escaping (LibrarySearch, [StationPlaylist]) -> Void
    ) {
        let reader = radio.reader(on: manager).personal
        if monitor == nil || reader.sources != sources { begin(reader, manager) }
        guard isLoaded else { return waiting.append { [weak self] in self?.answer(body) } }
        answer(body)
    }

    private func begin(_ reader: LibraryReader, _ manager: isolated PlaybackManager) {
        sources = reader.sources
        isLoaded = false
        let monitor = reader.monitor(on: manager.loop, listener: reader.playlists)
        self.monitor = monitor
        observation = monitor.observe { [weak self] in
            self?.current = nil
            self?.onChange($0)
        }
        monitor.start { [weak self, weak monitor] in
            guard let self, monitor === self.monitor else { return }
            isLoaded = true
            let waiting = waiting
            self.waiting = []
            for body in waiting { body() }
        }
    }

    private func answer(_ body: (LibrarySearch, [StationPlaylist]) -> Void) {
        let now = monitor?.current
        let known = current ?? (LibrarySearch(now?.library ?? StationLibrary([])), now?.playlists ?? [])
        current = known
        body(known.search, known.playlists)
    }

    /// Reads changes of the lists that this program has made.
    package func lookAgain() { monitor?.lookAgain() }
}
