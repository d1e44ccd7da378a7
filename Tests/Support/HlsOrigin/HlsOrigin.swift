import RadioFormats
import RadioLoop
import Synchronization

/// A small HLS origin on a free loopback port, for tests: whatever a script says, at the pace of a clock that the test
/// moves.
///
///     let origin = try HlsOrigin()
///     defer { origin.stop() }
///     let programme = try HlsProgramme.packed(.aac, seconds: 2, loops: true)
///     origin.add("radio", HlsChannel(.live(window: 5), targetDuration: 2, programme: programme))
///     origin.advance(seconds: 12)                    // six segments are there
///     … play origin.url("/radio.m3u8") …
///     origin.advance(seconds: 2)                     // the next one
///     origin.startClock()                            // or: from now on with the real time
///
/// - **Paths**: `/NAME.m3u8`, `/NAME/SEQUENCE.SUFFIX`, parts as `/NAME/SEQUENCE.PART.part`, `/keys/NAME`, `/init/NAME`;
///   ``serve(_:_:contentType:)`` for anything else, such as the multivariant playlist (``multivariant(_:)`` writes one);
///   ``init(directory:)`` for files. A segment or part that is not in the playlist yet is 404; a part waits to be.
/// - **Channels** (``HlsChannel``): live windows, EVENT, VOD; gaps, discontinuities, keys with rotation, init sections,
///   titles and any other tags by segment (``HlsOriginSegment``); byte ranges; parts with blocking reload; delta updates.
///   ``update(_:_:)`` changes a channel's head while it plays, such as its target duration or tags.
/// - **Clock**: segments appear when ``advance(seconds:)`` or the running clock passes their end, in all channels.
/// - **Faults** (``HlsFault``): ``fail(_:_:times:)`` for a path, ``failSegments(percent:seed:)`` for some of them,
///   ``failRequests(percent:seed:with:)`` for some of all requests;
///   ``throttle(kilobitsPerSecond:)`` for one link that all answers share; ``leave()`` and ``comeBack()``.
/// - **Log**: ``requests``, ``paths``, ``acceptedCount`` (connections: keep-alive is on), ``bodyBytes``, ``servedPaths``, ``faultCount``.
///
/// Stop it, or it keeps itself alive.
package final class HlsOrigin: Sendable {
    /// A line of a multivariant playlist.
    package struct Variant: Sendable {
        package var uri: String
        package var attributes: String

        /// - Parameter attributes: as `BANDWIDTH=64000,CODECS="mp4a.40.2"`.
        package init(_ uri: String, _ attributes: String) {
            self.uri = uri
            self.attributes = attributes
        }
    }

    private let shared: HlsOriginState
    private let server: LoopbackServer

    /// - Parameter directory: what no channel answers is a file in it.
    package init(directory: String? = nil) throws {
        let shared = HlsOriginState(directory: directory)
        self.shared = shared
        server = try LoopbackServer { connection in HlsOriginAnswer(connection: connection, shared: shared).run() }
    }

    package func stop() { server.stop() }

    package func url(_ path: String) -> String { server.url(path) }
    package var port: UInt16 { server.port }

    // MARK: What is there

    /// `/NAME.m3u8`.
    package func add(_ name: String, _ channel: HlsChannel) {
        shared.change { $0.channels[name] = HlsChannelState(name: name, script: channel) }
    }

    /// Changes what a channel's playlist says; its programme is asked anew.
    package func update(_ name: String, _ body: (inout HlsChannel) -> Void) {
        shared.change { state in
            guard var script = state.channels[name]?.script else { return }
            body(&script)
            state.channels[name] = HlsChannelState(name: name, script: script)
        }
    }

    /// Any bytes at a path.
    package func serve(_ path: String, _ bytes: [UInt8], contentType: String = "application/octet-stream") {
        shared.change { $0.files[path] = (bytes, contentType) }
    }

    package func serve(_ path: String, playlist text: String) {
        serve(path, Array(text.utf8), contentType: "application/vnd.apple.mpegurl")
    }

    /// A multivariant playlist.
    /// - Parameter tags: lines before the variants: EXT-X-MEDIA and the like.
    package static func multivariant(_ variants: [Variant], tags: [String] = []) -> String {
        let lines = ["#EXTM3U", "#EXT-X-VERSION:6"] + tags
        return (lines + variants.flatMap { ["#EXT-X-STREAM-INF:" + $0.attributes, $0.uri] }).joined(separator: "\n")
            + "\n"
    }

    /// Playlists are answered with `Content-Encoding: gzip`.
    /// - Parameter isUnasked: also where the client did not say that it unpacks it.
    package func compressPlaylists(isUnasked: Bool = false) {
        shared.change {
            $0.isGzip = true
            $0.isGzipUnasked = isUnasked
        }
    }

    // MARK: Clock

    package func advance(seconds: Double) {
        shared.change { $0.clock = $0.clock + MediaTime(seconds: seconds) }
    }

    /// From now on the clock runs by itself.
    package func startClock() {
        shared.change { if $0.runningSince == nil { $0.runningSince = .now } }
    }

    /// It stands still again.
    package func stopClock() {
        shared.change { state in
            state.clock = state.now
            state.runningSince = nil
        }
    }

    /// What it shows.
    package var time: MediaTime { shared.read { $0.now } }

    // MARK: Faults

    /// Requests for this path go wrong, `times` of them; a path that ends in `*` stands for all that begin so.
    package func fail(_ path: String, _ fault: HlsFault, times: Int = .max) {
        shared.change { $0.faults.append(.init(path: path, fault: fault, left: times)) }
    }

    /// As many segments and parts of a hundred asked for are answered with 503.
    package func failSegments(percent: Int, seed: UInt64 = 1) {
        shared.change {
            $0.failPercent = percent
            $0.randomFaults = [.status("503 Service Unavailable")]
            $0.failsAll = false
            $0.random = SplitMix64(state: seed)
        }
    }

    /// As many of a hundred requests of any kind go wrong in one of these ways.
    package func failRequests(percent: Int, seed: UInt64, with faults: [HlsFault]) {
        shared.change {
            $0.failPercent = percent
            $0.randomFaults = faults
            $0.failsAll = true
            $0.random = SplitMix64(state: seed)
        }
    }

    /// All is well again.
    package func heal() {
        shared.change {
            $0.faults = []
            $0.failPercent = 0
        }
        release()
    }

    /// What stalls goes on.
    package func release() { shared.change { $0.releases += 1 } }

    /// Bodies are sent no faster than this, all of them together; nil: as fast as they are taken.
    package func throttle(kilobitsPerSecond: Int?) {
        shared.change {
            $0.kilobits = kilobitsPerSecond
            $0.linkFree = .now
        }
    }

    /// All connections are closed and new ones refused, until it comes back.
    package func leave() throws { try server.leave() }
    package func comeBack() { server.comeBack() }

    // MARK: Log

    package var requests: [LoopbackRequest] { server.requests }

    /// Of all requests, with their queries.
    package var paths: [String] { server.requests.map(\.target) }

    /// How often this path was asked for, whatever its query.
    package func count(_ path: String) -> Int { server.requests.count { $0.path == path } }

    /// Connections there ever were.
    package var acceptedCount: Int { server.acceptedCount }

    /// Requests that went wrong on purpose.
    package var faultCount: Int { shared.read { $0.faultCount } }

    /// What was answered with all of its bytes at least once, with its query.
    package var servedPaths: Set<String> { shared.read { $0.served } }

    /// Bytes of bodies that clients took.
    package var bodyBytes: Int { shared.read { $0.bodyBytes } }

    /// Waits until so many requests for the path came; false if they did not within the time, which is generous.
    package func waitForRequest(_ path: String, count: Int = 1, seconds: Int = 60) -> Bool {
        let end = MonotonicInstant.now.advanced(by: .seconds(seconds))
        while self.count(path) < count {
            guard MonotonicInstant.now < end else { return false }
            shared.waitForRequest(milliseconds: 1000) { self.count(path) >= count }
        }
        return true
    }
}
