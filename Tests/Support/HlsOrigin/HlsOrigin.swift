import RadioFormats
import RadioLoop
import Synchronization

/// A small HLS origin for tests, on a free loopback port. The test scripts its content and moves its clock.
///
///     let origin = try HlsOrigin()
///     defer { origin.stop() }
///     let programme = try HlsProgramme.packed(.aac, seconds: 2, loops: true)
///     origin.add("radio", HlsChannel(.live(window: 5), targetDuration: 2, programme: programme))
///     origin.advance(seconds: 12)                    // six segments are complete
///     … play origin.url("/radio.m3u8") …
///     origin.advance(seconds: 2)                     // the next segment
///     origin.startClock()                            // or: the clock follows real time from now on
///
/// - **Paths**: `/NAME.m3u8`, `/NAME/SEQUENCE.SUFFIX`, `/NAME/SEQUENCE.PART.part`, `/keys/NAME`, `/init/NAME`.
///   ``serve(_:_:contentType:)`` adds anything else, such as a multivariant playlist from ``multivariant(_:tags:)``,
///   and ``init(directory:)`` adds files. A request for a segment that is not complete yet gets a 404. A request for a
///   part that is not complete yet waits until the part is complete.
/// - **Channels** (``HlsChannel``): live windows, EVENT, VOD, byte ranges, parts with blocking reload, delta updates.
///   Each segment (``HlsOriginSegment``) may have a gap, a discontinuity, a key, an init section, a title and other
///   tags. ``update(_:_:)`` changes a channel while it plays, such as its target duration or tags.
/// - **Clock**: a segment appears when the clock passes its end. ``advance(seconds:)`` moves the clock for all
///   channels.
/// - **Faults** (``HlsFault``): ``fail(_:_:times:)`` for a path, ``failSegments(percent:seed:)`` for some segments,
///   ``failRequests(percent:seed:with:)`` for some of all requests. ``throttle(kilobitsPerSecond:)`` limits the total
///   rate of all responses. ``leave()`` and ``comeBack()`` make the origin unreachable and reachable.
/// - **Log**: ``requests``, ``paths``, ``acceptedCount`` (connections are kept alive), ``bodyBytes``, ``servedPaths``,
///   ``faultCount``.
///
/// A test must call `stop()`, because a running origin keeps itself alive.
package final class HlsOrigin: Sendable {
    /// A variant in a multivariant playlist.
    package struct Variant: Sendable {
        package var uri: String
        package var attributes: String

        /// - Parameter attributes: The attributes, such as `BANDWIDTH=64000,CODECS="mp4a.40.2"`.
        package init(_ uri: String, _ attributes: String) {
            self.uri = uri
            self.attributes = attributes
        }
    }

    private let shared: HlsOriginState
    private let server: LoopbackServer

    /// - Parameter directory: A folder of further files to serve, for paths that belong to no channel.
    package init(directory: String? = nil) throws {
        let shared = HlsOriginState(directory: directory)
        self.shared = shared
        server = try LoopbackServer { connection in HlsOriginAnswer(connection: connection, shared: shared).run() }
    }

    package func stop() { server.stop() }

    package func url(_ path: String) -> String { server.url(path) }
    package var port: UInt16 { server.port }

    // MARK: Content

    /// Adds a channel at `/NAME.m3u8`.
    package func add(_ name: String, _ channel: HlsChannel) {
        shared.change { $0.channels[name] = HlsChannelState(name: name, script: channel) }
    }

    /// Changes a channel. The channel's closure `programme` is then called again for all segments, beginning with 0.
    package func update(_ name: String, _ body: (inout HlsChannel) -> Void) {
        shared.change { state in
            guard var script = state.channels[name]?.script else { return }
            body(&script)
            state.channels[name] = HlsChannelState(name: name, script: script)
        }
    }

    /// Serves these bytes at a path.
    package func serve(_ path: String, _ bytes: [UInt8], contentType: String = "application/octet-stream") {
        shared.change { $0.files[path] = (bytes, contentType) }
    }

    package func serve(_ path: String, playlist text: String) {
        serve(path, Array(text.utf8), contentType: "application/vnd.apple.mpegurl")
    }

    /// Returns a multivariant playlist.
    /// - Parameter tags: Lines before the variants, such as EXT-X-MEDIA.
    package static func multivariant(_ variants: [Variant], tags: [String] = []) -> String {
        let lines = ["#EXTM3U", "#EXT-X-VERSION:6"] + tags
        return (lines + variants.flatMap { ["#EXT-X-STREAM-INF:" + $0.attributes, $0.uri] }).joined(separator: "\n")
            + "\n"
    }

    /// Answers requests for playlists with `Content-Encoding: gzip`.
    /// - Parameter isUnasked: Whether clients get gzip even if they do not ask for it.
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

    /// Lets the clock follow real time from now on.
    package func startClock() {
        shared.change { if $0.runningSince == nil { $0.runningSince = .now } }
    }

    /// Stops the clock at its current time.
    package func stopClock() {
        shared.change { state in
            state.clock = state.now
            state.runningSince = nil
        }
    }

    /// The clock's current time.
    package var time: MediaTime { shared.read { $0.now } }

    // MARK: Faults

    /// Makes the next `times` requests for a path fail. A path that ends in `*` matches all paths with that beginning.
    package func fail(_ path: String, _ fault: HlsFault, times: Int = .max) {
        shared.change { $0.faults.append(.init(path: path, fault: fault, left: times)) }
    }

    /// Answers this percentage of the requests for segments and parts with 503.
    package func failSegments(percent: Int, seed: UInt64 = 1) {
        shared.change {
            $0.failPercent = percent
            $0.randomFaults = [.status("503 Service Unavailable")]
            $0.failsAll = false
            $0.random = SplitMix64(state: seed)
        }
    }

    /// Makes this percentage of all requests fail, each with one of these faults.
    package func failRequests(percent: Int, seed: UInt64, with faults: [HlsFault]) {
        shared.change {
            $0.failPercent = percent
            $0.randomFaults = faults
            $0.failsAll = true
            $0.random = SplitMix64(state: seed)
        }
    }

    /// Ends all faults and releases stalled responses.
    package func heal() {
        shared.change {
            $0.faults = []
            $0.failPercent = 0
        }
        release()
    }

    /// Continues the responses that ``HlsFault/stall(after:)`` holds back.
    package func release() { shared.change { $0.releases += 1 } }

    /// Limits the total rate of all response bodies. Nil removes the limit.
    package func throttle(kilobitsPerSecond: Int?) {
        shared.change {
            $0.kilobits = kilobitsPerSecond
            $0.linkFree = .now
        }
    }

    /// Closes all connections and refuses new ones until ``comeBack()``.
    package func leave() throws { try server.leave() }
    package func comeBack() { server.comeBack() }

    // MARK: Log

    package var requests: [LoopbackRequest] { server.requests }

    /// The targets of all requests, with their queries.
    package var paths: [String] { server.requests.map(\.target) }

    /// Returns the number of requests for this path, with any query.
    package func count(_ path: String) -> Int { server.requests.count { $0.path == path } }

    /// The number of connections so far, including closed ones.
    package var acceptedCount: Int { server.acceptedCount }

    /// The number of requests that a fault made fail.
    package var faultCount: Int { shared.read { $0.faultCount } }

    /// The request targets, with their queries, whose response was sent completely at least once.
    package var servedPaths: Set<String> { shared.read { $0.served } }

    /// The number of bytes sent so far, without the heads of the responses.
    package var bodyBytes: Int { shared.read { $0.bodyBytes } }

    /// Waits until the origin has received `count` requests for the path. Returns false if it has not within `seconds`,
    /// which only a failing test uses up.
    package func waitForRequest(_ path: String, count: Int = 1, seconds: Int = 60) -> Bool {
        let end = MonotonicInstant.now.advanced(by: .seconds(seconds))
        while self.count(path) < count {
            guard MonotonicInstant.now < end else { return false }
            shared.waitForRequest(milliseconds: 1000) { self.count(path) >= count }
        }
        return true
    }
}
