import RadioFormats
import RadioLoop
import TestSupport

/// The live HLS station of a fault row: an ``HlsOrigin`` on real sockets, which sends the sweeps of the rig's first
/// programme.
final class HlsStation: Sendable {
    enum Kind {
        /// One media playlist, MP3.
        case plain
        /// Two variants in AAC: "high" and "low".
        case ladder
        case lowLatency
        /// Like `plain`, behind a redirect whose target changes: first `/radio.m3u8`, then `/other.m3u8`.
        case redirected
        /// Segments of this duration, `window` of them, under the target duration `target`.
        case cut(seconds: Double, window: Int, target: Int)
    }

    static let partHoldBack = 1.5
    private static let high = 128, low = 40

    let server: HlsOrigin
    let setting: PlayerProcess.Setting
    private let channel: SweepChannel

    init(_ rig: FaultRig, _ kind: Kind = .plain) throws {
        let server = try HlsOrigin()
        self.server = server
        rig.atEnd { server.stop() }
        let programme = rig.tools.programmes[0]
        var setting = PlayerProcess.Setting()
        let seconds: Double
        switch kind {
        case .plain:
            seconds = 4
            channel = SweepChannel(programme, seconds: seconds)
            setting.address = server.url("/radio.m3u8")
            server.add("radio", Self.live(channel, target: 4))
        case .redirected:
            seconds = 4
            channel = SweepChannel(programme, seconds: seconds)
            setting.address = server.url("/station")
            server.fail("/station", .redirect(to: "/radio.m3u8"), times: 1)
            server.fail("/station", .redirect(to: "/other.m3u8"))
            for name in ["radio", "other"] { server.add(name, Self.live(channel, target: 4)) }
        case .cut(let duration, let window, let target):
            seconds = duration
            channel = SweepChannel(programme, seconds: seconds)
            setting.address = server.url("/radio.m3u8")
            server.add("radio", Self.live(channel, target: target, window: window))
        case .ladder:
            seconds = 4
            // All variants have the duration of the rig's first programme, in which the rig finds heard sound.
            func variant(_ kilobits: Int) throws -> SweepChannel {
                let programme = try SweepProgramme(
                    .aac, seconds: Int(programme.seconds), kilobits: kilobits, cache: rig.tools.cacheFolder)
                return SweepChannel(programme, seconds: seconds)
            }
            channel = try variant(Self.high)
            server.add("high", Self.live(channel, target: 4))
            server.add("low", Self.live(try variant(Self.low), target: 4))
            server.serve(
                "/index.m3u8",
                playlist: HlsOrigin.multivariant([
                    .init("low.m3u8", "BANDWIDTH=\(Self.low + 5)000,CODECS=\"mp4a.40.2\""),
                    .init("high.m3u8", "BANDWIDTH=\(Self.high + 12)000,CODECS=\"mp4a.40.2\""),
                ]))
            setting.address = server.url("/index.m3u8")
        case .lowLatency:
            seconds = 2
            channel = SweepChannel(programme, seconds: seconds, partSeconds: 0.5)
            var live = Self.live(channel, target: 2)
            live.partTarget = MediaTime(seconds: 0.55)
            live.canBlockReload = true
            live.partHoldBack = Self.partHoldBack
            server.add("radio", live)
            setting.address = server.url("/radio.m3u8")
            setting.arguments = ["--low-latency"]
        }
        self.setting = setting
        server.advance(seconds: seconds * 8)
        server.startClock()
    }

    private static func live(_ channel: SweepChannel, target: Int, window: Int = 6) -> HlsChannel {
        // A segment contains a closure that makes its bytes for each request, so that the origin stores no bytes.
        HlsChannel(.live(window: window), targetDuration: target) { channel.segment($0) }
    }

    /// The number of the segment after the newest one that the player has requested.
    var nextSegment: Int {
        let asked = server.paths.compactMap { path -> Int? in
            guard path.hasPrefix("/radio/") else { return nil }
            return Int(path.dropFirst(7).prefix { $0.isNumber })
        }
        return (asked.max() ?? 0) + 1
    }

    /// Returns true if the last requested segment belongs to `variant`.
    func isPlaying(_ variant: String) -> Bool {
        server.paths.last { !$0.contains(".m3u8") }?.hasPrefix("/\(variant)/") == true
    }

    /// Adds the numbers of requests and failures to the row's results. Makes it a problem if the player leaves out more
    /// sound than that of segments whose requests all failed.
    func tell(_ rig: FaultRig) {
        let missing = Set(server.paths).filter { !$0.contains(".m3u8") }.subtracting(server.servedPaths)
        // The response for the segment that was requested last may not be complete yet, so that segment does not count.
        let newest = server.paths.last { !$0.contains(".m3u8") }
        let count = missing.filter { $0 != newest }.count
        rig.note("\(server.paths.count) requests, \(server.faultCount) of them failed, \(count) segments never came")
        rig.mayLose(seconds: Double(count) * channel.segmentDuration.seconds + 0.03 * Double(count + 1))
    }

    /// Expects that at the end of each stretch of more than a second, the heard sound is less than `most` seconds
    /// behind the origin's newest sound.
    func expectDelay(_ rig: FaultRig, below most: Double) {
        let clock = server.time.seconds
        let now = MonotonicInstant.now
        rig.whenMeasured { stretches in
            let delays = stretches.compactMap { stretch -> Double? in
                guard let last = stretch.last, stretch.begin.duration(to: stretch.end) > .seconds(1) else { return nil }
                let edge = clock - stretch.end.duration(to: now).inSeconds
                return edge - last
            }
            guard let longest = delays.max() else { return ("no delay was measured", "no delay was measured") }
            let text = "\(FaultFigures.text(longest)) s behind the newest sound"
            return (text, longest < most ? nil : "\(text), at most \(FaultFigures.text(most))")
        }
    }
}
