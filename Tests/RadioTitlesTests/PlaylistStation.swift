import RadioLoop
import Synchronization
import TestSupport

/// A live HLS station with segments of one second. Titles are in its playlist (EXTINF), in its segments (timed ID3), or
/// in both.
final class PlaylistStation: Sendable {
    private struct State {
        var time = Duration.zero
        /// The titles in the playlist, each with the number of the first segment that has it. Nil means no title.
        var listed: [(from: Int, title: String?)] = []
        var inside: String?
        var isBroken = false
        var segments: [Int] = []
        var playlists = 0
    }

    /// What the threads of the test and of the server share.
    private final class Shared: Sendable {
        let value = Mutex(State())
        /// The number of the newest segment.
        var newest: Int { value.withLock { 10 + Int($0.time.components.seconds) } }
    }

    private static let count = 6
    private let shared: Shared
    private let server: LoopbackServer

    init() throws {
        let shared = Shared()
        self.shared = shared
        let sound = Array(try Sample.mp3.read().prefix(16_000))
        server = try LoopbackServer { connection in
            let path = connection.request.path
            guard !shared.value.withLock({ $0.isBroken }) else {
                return connection.reply(status: "503 Service Unavailable", text: "no")
            }
            guard let number = Int(path.dropFirst().prefix { $0 != "." }) else {
                return connection.reply(
                    headers: ["Content-Type: application/vnd.apple.mpegurl"], text: Self.playlist(shared))
            }
            let title = shared.value.withLock {
                $0.segments.append(number)
                return $0.inside
            }
            // ID3v2.4 §4.2: UTF-8.
            let tag = title.map { FrameMaker.id3([(id: "TIT2", content: [3] + Array($0.utf8))]) } ?? []
            connection.reply(headers: ["Content-Type: audio/mpeg"], body: tag + sound)
        }
    }

    var url: String { server.url("/live.m3u8") }
    /// The numbers of the segments that were requested, in order.
    var segments: [Int] { shared.value.withLock { $0.segments } }
    var playlists: Int { shared.value.withLock { $0.playlists } }

    /// Sets the title that the playlist shows from the next segment on.
    func set(listed title: String?) {
        let next = shared.newest + 1
        shared.value.withLock { $0.listed.append(($0.listed.isEmpty ? 0 : next, title)) }
    }

    /// Lets the station's time advance by `time`.
    func pass(_ time: Duration) { shared.value.withLock { $0.time += time } }

    func set(inside title: String?) { shared.value.withLock { $0.inside = title } }
    /// Makes the station answer every request with 503.
    func set(isBroken: Bool) { shared.value.withLock { $0.isBroken = isBroken } }
    func stop() { server.stop() }

    private static func playlist(_ shared: Shared) -> String {
        let newest = shared.newest
        let listed = shared.value.withLock {
            $0.playlists += 1
            return $0.listed
        }
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(newest - count + 1)\n"
        for number in (newest - count + 1)...newest {
            let title = listed.last { $0.from <= number }?.title ?? ""
            text += "#EXTINF:1,\(title)\n\(number).mp3\n"
        }
        return text
    }
}
