import Glibc
import RadioLoop
import TestSupport

/// Runs one fault row and measures what the player did.
package struct FaultRun: Sendable {
    package struct Result: Sendable {
        package var row: FaultRow
        package var figures: FaultFigures
        /// Descriptions of the row's requirements that do not hold. Empty if all hold.
        package var problems: [String]
        /// The problems that show a fault of the program even if the computer was busy during the row.
        package var certainProblems: [String]
        /// The reason why the row was not run, or nil.
        package var skipped: String?
    }

    private let tools: FaultTools

    package init(_ tools: FaultTools) { self.tools = tools }

    /// Runs a row. If the row has problems and ``MachineWatch`` noticed that the computer stood still, runs it again,
    /// at most twice.
    package func run(_ row: FaultRow) -> Result {
        for _ in 0..<2 {
            let begin = MonotonicInstant.now
            let result = runOnce(row)
            let late = MachineWatch.shared.worst(from: begin, to: .now)
            if result.problems.isEmpty || late < MachineWatch.bearable { return result }
        }
        let begin = MonotonicInstant.now
        var result = runOnce(row)
        let late = MachineWatch.shared.worst(from: begin, to: .now)
        if late >= MachineWatch.bearable {
            result.figures.notes.append("the machine itself stood still for \(FaultFigures.text(late)) s")
        }
        return result
    }

    private func runOnce(_ row: FaultRow) -> Result {
        if let missing = missing(row) {
            return Result(row: row, figures: FaultFigures(), problems: [], certainProblems: [], skipped: missing)
        }
        var figures = FaultFigures()
        do {
            if row.needs.contains(.ownNetwork), !tools.isInside {
                let figures = try OwnNetwork.run(row, tools)
                return Result(
                    row: row, figures: figures, problems: row.expected.problems(figures),
                    certainProblems: row.expected.certainProblems(figures))
            }
            let rig = try FaultRig(tools, name: row.name, sinks: row.sinks, modules: row.modules)
            defer { rig.end() }
            if !row.sinks.isEmpty { try rig.sound.start() }
            do { try row.run(rig) } catch { rig.expect(false, "\(error)") }
            figures = measure(rig)
        } catch {
            figures.broken.append("\(error)")
        }
        return Result(
            row: row, figures: figures, problems: row.expected.problems(figures),
            certainProblems: row.expected.certainProblems(figures))
    }

    private func missing(_ row: FaultRow) -> String? {
        for need in row.needs {
            switch need {
            case .oggTools: if !OggProgramme.isMakeable { return "oggenc, opusenc or flac is not installed" }
            case .icecast: if !IcecastServer.isInstalled { return "icecast2 is not installed" }
            case .pipeWire: if !PipeWireServer.isInstalled { return "PipeWire is not installed" }
            case .openssl: if !TLSCertificates.isInstalled { return "openssl is not installed" }
            case .preload: if tools.preload == nil { return "the preloaded library was not built" }
            case .ownNetwork:
                if !tools.isInside, !OwnNetwork.isPossible { return "no network namespace (unshare -rn, iproute2)" }
            case .ownMounts: if !Self.hasOwnMounts { return "no mount namespace (unshare -rm)" }
            case .ipv6: if !BlackHole.hasIPv6 { return "no IPv6 loopback here" }
            }
        }
        return nil
    }

    private static let hasOwnMounts =
        (try? ChildProcess.run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/tmp"]))?.code == 0

    private func measure(_ rig: FaultRig) -> FaultFigures {
        let moments = rig.finish()
        var figures = FaultFigures()
        figures.notes = moments.notes
        figures.broken = moments.broken
        guard rig.hasPlayer else { return figures }
        let player = rig.player
        let finished = moments.finished ?? .now
        figures.exitCode = player.exitCode
        figures.lastState = player.lastState
        // The measurements end at `finished`, so the player can be killed now.
        player.end()
        rig.sound.stop()
        let stretches = rig.sound.stretches()
        let sound = HeardSound(stretches, of: tools.programmes[0])
        for found in rig.look(at: stretches) {
            figures.notes.append(found.note)
            figures.broken += found.problem.map { [$0] } ?? []
        }
        let begin = moments.begin ?? player.startedAt
        let until = figures.exitCode == nil ? finished : player.outputEndedAt ?? finished
        figures.firstSound = sound.first.map { player.startedAt.duration(to: $0).inSeconds }
        if let end = moments.end {
            figures.soundAgain = sound.sound(after: end).map { end.duration(to: $0).inSeconds }
        }
        let silences = sound.silences(from: begin, to: until)
        figures.totalSilence = silences.reduce(0, +)
        figures.longestSilence = silences.max() ?? 0
        figures.silences = silences.count
        let jumps = sound.jumps(after: begin)
        figures.repeated = jumps.filter { $0 < 0 }.reduce(0) { $0 - $1 * 1000 }
        figures.lost = jumps.filter { $0 > 0 }.reduce(0) { $0 + $1 * 1000 }
        if let most = moments.mayLose, figures.lost > most * 1000 {
            let (lost, most) = (FaultFigures.text(figures.lost / 1000), FaultFigures.text(most))
            figures.broken.append("lost \(lost) s, and only \(most) s never came")
        }
        if !player.lines.isEmpty {
            let record = StateRecord(player.lines, until: until)
            figures.disagreement = record.longestDisagreement(with: sound, from: player.startedAt, to: until)
        }
        let tries = tries(rig, from: begin, to: until)
        // A row that lasts less than a second counts as one second for the average number of requests. Otherwise, a
        // single request would make a high average.
        let seconds = begin.duration(to: until).inSeconds
        figures.mostRequests = Self.mostInASecond(tries)
        figures.requestsPerSecond = Double(tries.count) / max(seconds, 1)
        if let used = moments.cpuAtEnd, let before = moments.cpuAtBegin {
            figures.cpu = 100 * (used - before) / max(begin.duration(to: finished).inSeconds, 0.001)
        }
        let errors = player.errorLines
        figures.lines = player.lineCount + errors.count
        figures.linesPerMinute =
            60 * Double(figures.lines) / max(player.startedAt.duration(to: until).inSeconds, 10)
        figures.endedAfter = figures.exitCode == nil ? nil : seconds
        figures.soundsAtEnd = sound.last.map { $0.duration(to: finished).inSeconds < 0.3 } ?? false
        figures.lastWords = errors.last.map(String.init) ?? ""
        if player.hasRecording { look(at: player, &figures) }
        figures.broken += player.strangeLines.prefix(1).map { "no JSON on stdout: \($0)" }
        return figures
    }

    /// Checks that each of the player's recordings can be decoded. Adds a note to `figures` if the player recorded
    /// nothing although it played.
    private func look(at player: PlayerProcess, _ figures: inout FaultFigures) {
        let hasPlayed = player.lines.contains { $0.state == "playing" }
        let files = player.recordings
        if files.isEmpty, hasPlayed { figures.notes.append("nothing was recorded") }
        figures.broken += player.errorLines.filter { $0.contains("the recording failed") }.map(String.init)
        // A killed player may leave an empty file, because it writes nothing to a recording's file in the first two
        // seconds.
        for file in files where (try? Samples.read(path: file))?.isEmpty == false {
            let (program, arguments) = Self.decoder(of: file)
            let run = try? ChildProcess.run(program, arguments)
            if run?.code != 0 { figures.broken.append("\(file) does not play: \(run?.output ?? program)") }
        }
        if !files.isEmpty { figures.notes.append("\(files.count) recorded") }
    }

    /// Returns a command that decodes the file. Ogg files have decoders of their own, because ffmpeg cannot decode an
    /// Ogg chain of several links.
    private static func decoder(of file: String) -> (program: String, arguments: [String]) {
        switch file.split(separator: ".").last {
        case "ogg": ("oggdec", ["-Q", "-o", "/dev/null", file])
        case "opus": ("opusdec", ["--quiet", "--force-wav", file, "/dev/null"])
        default: ("ffmpeg", ["-nostdin", "-v", "error", "-i", file, "-f", "null", "-"])
        }
    }

    /// Returns the times of the requests that the station received. If the player reported more tries than that,
    /// returns the times of these tries, because some may have reached no server.
    private func tries(_ rig: FaultRig, from begin: MonotonicInstant, to end: MonotonicInstant) -> [MonotonicInstant] {
        let requests = rig.station.requests.filter { $0 >= begin && $0 <= end }
        let told = rig.player.lines.filter { $0.content.event == "willRetry" && $0.at >= begin && $0.at <= end }
        return requests.count >= told.count ? requests : told.map(\.at)
    }

    static func mostInASecond(_ moments: [MonotonicInstant], _ second: Duration = .seconds(1)) -> Int {
        var most = 0
        var first = 0
        for (index, moment) in moments.enumerated() {
            while moments[first].duration(to: moment) >= second { first += 1 }
            most = max(most, index - first + 1)
        }
        return most
    }
}
