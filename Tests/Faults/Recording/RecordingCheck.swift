import Glibc
import RadioLoop
import TestSupport

/// Runs `longwave record --split` with a station of a real Icecast, and compares the recorded files with the frames
/// that the station's source sent. The source sends MP3 in real time and sets titles. In the middle of some titles, the
/// program's connection drops.
package struct RecordingCheck: Sendable {
    package enum Drop: Sendable {
        /// Icecast closes its listeners' connections. The source continues, so the recording must not miss any sound.
        case listeners
        /// The source is away for `seconds`, and Icecast therefore closes its listeners' connections.
        case source(seconds: Double)
    }

    package struct Plan: Sendable {
        package var titleCount: Int
        /// The time from one title to the next, in seconds.
        package var titleSeconds: Double
        /// The drops, by the number of the title in whose middle they occur.
        package var drops: [Int: Drop]

        package init(titleCount: Int, titleSeconds: Double, drops: [Int: Drop]) {
            self.titleCount = titleCount
            self.titleSeconds = titleSeconds
            self.drops = drops
        }

        /// Creates a plan with a title every 20 seconds and two drops.
        package init(minutes: Int) {
            let count = max(3 * minutes, 3)
            self.init(
                titleCount: count, titleSeconds: 20,
                drops: [count / 3: .listeners, count * 2 / 3: .source(seconds: 5)])
        }

        /// The length of the programme in seconds, a multiple of four: the planned time of all titles, and about two
        /// minutes more.
        var soundSeconds: Int { (Int(Double(titleCount) * titleSeconds) / 4 + 30) * 4 }
    }

    package struct Result: Sendable {
        /// Lines of text that describe the recording, such as the number of frames sent.
        package var facts: [String] = []
        /// Descriptions of the rules for a recording that do not hold.
        package var problems: [String] = []
        /// Descriptions of missing sound that may be due to a busy computer: a faster program would have received it.
        package var delays: [String] = []
    }

    private let binary: String
    private let plan: Plan
    private let cache: String?
    private static let mount = "/radio.mp3"

    /// Creates a check, which ``run()`` runs.
    /// - Parameters:
    ///   - binary: The program under test.
    ///   - cache: A folder that keeps encoded sound from run to run.
    package init(binary: String, _ plan: Plan, cache: String? = nil) {
        self.binary = binary
        self.plan = plan
        self.cache = cache
    }

    package static let isPossible =
        IcecastServer.isInstalled && SweepProgramme.isMakeable && ChildProcess.exists("ffprobe")

    /// Runs the check and blocks until its end.
    package func run() throws -> Result {
        let station = try Station(try SweepProgramme(.mp3, seconds: plan.soundSeconds, cache: cache))
        let (files, kept) = (try TemporaryDirectory(), try TextFile("errors"))
        try station.begin(title: Self.title(0))
        let recorder = try start(station, into: files.path, errors: kept.path)
        var result = Result()
        for number in 0..<plan.titleCount {
            if number > 0 { try station.tell(Self.title(number)) }
            try pass(plan.titleSeconds, plan.drops[number], station)
            guard says("/\(Self.name(number))", kept.path, recorder) else {
                result.problems.append("no file of title \(number): \(Self.text(kept.path))")
                break
            }
        }
        let sent = station.sentFrames
        recorder.send(SIGINT)
        let code = recorder.wait()
        if code != 130 { result.problems.append("it ended with \(code)") }
        result.facts.append("\(sent) frames sent, \(plan.titleCount) titles, \(plan.drops.count) drops")
        try compare(files.path, Self.text(kept.path), station, sent, &result)
        return result
    }

    private static func title(_ number: Int) -> String { "Artist \(number) - Title \(number)" }
    private static func name(_ number: Int) -> String { title(number) + ".mp3" }
    private static func text(_ path: String) -> String {
        String(decoding: (try? Samples.read(path: path)) ?? [], as: UTF8.self)
    }

    private func start(_ station: Station, into folder: String, errors: String) throws -> ChildProcess {
        var variables = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "HOME": folder + "/home"]
        variables["LONGWAVE_DIRECTORY"] = "none"
        variables.merge(Sanitizer.environment) { $1 }
        let command = ["env", "-i"] + variables.map { "\($0.key)=\($0.value)" } + [binary, "record", station.url]
        return try ChildProcess(
            "sh",
            ["-c", "file=$1; shift; exec \"$@\" 2>\"$file\"", "sh", errors] + command
                + ["--split", "--keep-first", "--folder", folder])
    }

    /// Lets the duration of a title pass. If `drop` is not nil, connections are lost in the middle of the title.
    private func pass(_ seconds: Double, _ drop: Drop?, _ station: Station) throws {
        usleep(UInt32(seconds / 2 * 1_000_000))
        var left = seconds / 2
        switch drop {
        case .listeners: try station.closeListeners()
        case .source(let away):
            station.stopSource()
            usleep(UInt32(away * 1_000_000))
            try station.startSource()
            left -= away
        case nil: break
        }
        usleep(UInt32(max(left, 0) * 1_000_000))
    }

    /// Waits up to a minute until the program's stderr, which is in the file `errors`, contains `text`.
    private func says(_ text: String, _ errors: String, _ recorder: ChildProcess) -> Bool {
        let deadline = MonotonicInstant.now.advanced(by: .seconds(60))
        while !Self.text(errors).contains(text) {
            guard MonotonicInstant.now < deadline, recorder.isRunning else { return false }
            usleep(50_000)
        }
        return true
    }

    // MARK: Comparing

    private func compare(
        _ folder: String, _ said: String, _ station: Station, _ sent: Int, _ result: inout Result
    ) throws {
        let names = said.split(separator: "\n").filter { $0.contains(": writing ") }
            .compactMap { $0.split(separator: "/").last.map(String.init) }
        let wanted = (0..<plan.titleCount).map(Self.name)
        if names != wanted { result.problems.append("files: \(names.joined(separator: ", "))") }
        var files: [RecordedFrames.File] = []
        for name in names {
            // The end of the recording cuts off the last title, whose file is then renamed.
            let path = folder + "/" + (name == wanted.last ? name.replacing(".mp3", with: " (incomplete).mp3") : name)
            files.append(.init(name: name, frames: Self.frames(try Samples.read(path: path))))
            let tags = try Self.tags(path)
            let isTagged = name.hasPrefix(tags.artist + " - " + tags.title + ".") && !tags.title.isEmpty
            if !isTagged { result.problems.append("\(name): tags \(tags)") }
            let decoded = try ChildProcess.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "null", "-"])
            if decoded.code != 0 || !decoded.output.isEmpty {
                result.problems.append("\(name): \(decoded.output)")
            }
        }
        let found = RecordedFrames(of: station.frames, in: files)
        result.problems += found.problems
        let count = files.reduce(0) { $0 + $1.frames.count }
        result.facts.append("\(names.count) files with \(count) frames from \(found.beginnings.first ?? 0) on")
        for missing in found.missing { result.facts.append("missing: frames \(missing)") }
        if found.missing.count > plan.drops.count { result.problems.append("more gaps than drops") }
        judge(found, station, &result)
        if let end = found.end {
            result.facts.append("the last \(Self.seconds(sent - end)) s before the end were on their way")
        }
        // For each title, the seconds of sound from the frame that the source sent when it set the title to the first
        // frame of the title's file.
        let late = zip(found.beginnings, station.titles).dropFirst().map { Self.seconds($0 - $1) }
        if let least = late.min(), let most = late.max() {
            result.facts.append("files begin \(least) to \(most) s behind what was sent when their title was set")
        }
    }

    /// Reports missing frames. Frames that the source left out while it was away may be missing, and those that Icecast
    /// had received but not sent when the source ended.
    private func judge(_ found: RecordedFrames, _ station: Station, _ result: inout Result) {
        for missing in found.missing {
            let gap = station.gaps.first { $0.overlaps(missing) }
            let most = (gap?.count ?? 0) + Self.onTheWay
            if gap == nil || missing.count > most {
                result.delays.append("missing: frames \(missing), \(Self.seconds(missing.count)) s")
            }
        }
    }

    /// The maximum number of frames that Icecast has received but not sent when its source ends: three seconds of
    /// sound.
    private static let onTheWay = 115

    private static func seconds(_ frames: Int) -> Double {
        (Double(frames) * 1152 / Double(SweepProgramme.sampleRate) * 100).rounded() / 100
    }

    /// Returns the frames of an MP3 file without its ID3 tag and without the first frame, which contains no sound but
    /// states the file's length.
    static func frames(_ bytes: [UInt8]) -> [[UInt8]] {
        guard bytes.count > 10, bytes.starts(with: Array("ID3".utf8)) else { return [] }
        let tag = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
        return tag < bytes.count ? Array(Samples.mpegPackets(Array(bytes[tag...])).dropFirst()) : []
    }

    private static func tags(_ path: String) throws -> (artist: String, title: String) {
        let told = try ChildProcess.run(
            "ffprobe", ["-v", "error", "-show_entries", "format_tags=artist,title", "-of", "default=nw=1", path])
        func tag(_ name: String) -> String {
            let line = told.output.split(separator: "\n").first { $0.hasPrefix("TAG:\(name)=") }
            return line.map { String($0.dropFirst("TAG:=".count + name.count)) } ?? ""
        }
        return (tag("artist"), tag("title"))
    }
}

extension RecordingCheck {
    /// An Icecast server with a source. The programme runs in real time, also while the source is away.
    private final class Station {
        let frames: [[UInt8]]
        /// Ranges of the programme's frames, by index, that were never sent.
        private(set) var gaps: [Range<Int>] = []
        /// The value of ``sentFrames`` at the time when each title was set.
        private(set) var titles: [Int] = []
        private let server: IcecastServer
        private let programme: SweepProgramme
        /// The offset in bytes at which each frame of the programme ends.
        private let ends: [Int]
        private var source: IcecastSource?
        /// The position in the programme, in bytes, from which the current source sends.
        private var first = 0
        private var began = MonotonicInstant.now
        private var title = ""

        init(_ programme: SweepProgramme) throws {
            self.programme = programme
            frames = Samples.mpegPackets(programme.bytes)
            var end = 0
            ends = frames.map { frame in
                end += frame.count
                return end
            }
            server = try IcecastServer()
        }

        var url: String { server.url(RecordingCheck.mount) }

        /// The number of the programme's frames that have passed: those that the source has sent completely, and those
        /// that it left out while it was away.
        var sentFrames: Int { frame(at: first + (source?.sentBytes ?? 0)) }

        /// Returns the index of the frame that contains a byte.
        private func frame(at byte: Int) -> Int { ends.firstIndex { $0 > byte } ?? ends.count }

        func begin(title: String) throws {
            began = .now
            try feed(from: 0)
            try tell(title)
        }

        func tell(_ title: String) throws {
            self.title = title
            titles.append(sentFrames)
            try server.setTitle(title, on: RecordingCheck.mount)
        }

        func closeListeners() throws {
            guard try server.closeListeners(of: RecordingCheck.mount) > 0 else {
                throw FaultError(description: "Icecast has no listener to close")
            }
        }

        func stopSource() {
            gaps.append(sentFrames..<sentFrames)
            source = nil
        }

        /// Starts the source at the current place of the programme, at the start of a frame, and sets the title again.
        func startSource() throws {
            let place = frame(at: Int(began.duration(to: .now).inSeconds * programme.bytesPerSecond))
            let gap = gaps.removeLast()
            gaps.append(gap.lowerBound..<max(place, gap.lowerBound + 1))
            try feed(from: gaps[gaps.count - 1].upperBound)
            try server.setTitle(title, on: RecordingCheck.mount)
        }

        private func feed(from frame: Int) throws {
            first = frame == 0 ? 0 : ends[frame - 1]
            source = try server.feed(
                RecordingCheck.mount, Array(programme.bytes[first...]),
                bytesPerSecond: Int(programme.bytesPerSecond.rounded()), contentType: programme.contentType)
        }
    }
}
