import Glibc
import Longwave
import RadioJSON

/// Keeps a player of its own and the shared player from sounding at the same time: while this one plays the shared one is silent,
/// and when somebody plays something there, this one is paused. Where no shared player runs, one that comes later is told.
package final class SoundClaim {
    private static let maximumLine = 4096

    private let manager: PlaybackManager
    private let places: [String]
    private var observation: PlaybackObservation?
    private var arrival: DirectoryWatch?
    private var descriptor: Int32?
    private var watch: DescriptorWatch?
    private var input: [UInt8] = []
    /// The shared player is silent for this one.
    private var isClaimed = false

    /// - Parameter places: where the shared player may listen, in the order in which it is looked for.
    package init(_ manager: isolated PlaybackManager, places: [String]) {
        self.manager = manager
        self.places = places
        observation = manager.observe { [weak self] in self?.settle($0.snapshot) }
        if let first = places.first {
            let folder = LocalFile.folder(of: first)
            // It is made for the service that comes.
            try? UserFolders.make(folder)
            arrival = DirectoryWatch(manager.loop, path: folder) { [weak self] in self?.settle(manager.snapshot) }
        }
        settle(manager.snapshot)
    }

    deinit { disconnect() }

    private func settle(_ snapshot: PlaybackSnapshot) {
        guard snapshot.intent == .playing, !isClaimed else { return }
        if descriptor == nil { connect() }
        guard let descriptor else { return }
        let line = Array(ControlLine.request("claim", id: 1).utf8)
        // A few bytes on a connection that is idle otherwise.
        isClaimed = send(descriptor, line, line.count, Int32(MSG_NOSIGNAL)) == line.count
        if !isClaimed { disconnect() }
    }

    private func connect() {
        guard let found = places.lazy.compactMap({ ControlSocket.connect(to: $0) }).first else { return }
        descriptor = found
        watch = try? manager.loop.watch(found, for: .readable) { [weak self] _ in self?.read() }
        if watch == nil { disconnect() }
    }

    private func disconnect() {
        watch?.cancel()
        watch = nil
        if let descriptor = descriptor.take() { close(descriptor) }
        input = []
        isClaimed = false
    }

    private func read() {
        guard let descriptor else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return disconnect() }
        input += bytes[..<count]
        while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(input[..<end])
            input.removeSubrange(...end)
            guard (try? JSONReader.read(line))?["method"]?.string == "silence" else { continue }
            isClaimed = false
            manager.assumeIsolated { $0.pause() }
        }
        if input.count > Self.maximumLine { disconnect() }
    }
}
