import ArgumentParser
import CLinux
import Glibc
import Longwave

struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe", abstract: "Say everything that can be known of an address, and what is wrong with it.",
        discussion: """
            Opens it as play does, follows redirects and lists, decodes, and listens for a few seconds; needs no sound \
            server. Fields: docs/INSPECT.md. Exit codes: those of play.
            """)

    @Argument(help: ArgumentHelp("The address to look at.", valueName: "url"))
    var url: String

    @Option(name: .customLong("for"), help: ArgumentHelp("Listen so long after the first sound.", valueName: "seconds"))
    var duration = 3.0

    @Option(
        name: .long,
        help: ArgumentHelp("Keep the last answer, headers and raw bytes, for inspect.", valueName: "file"),
        completion: .file())
    var capture: String?

    @Option(name: .long, help: ArgumentHelp("End after so many MiB, whatever the time.", valueName: "MiB"))
    var limit = 64

    @Option(name: .long, help: ArgumentHelp("The charset of titles that are not UTF-8.", valueName: "name"))
    var charset: String?

    @OptionGroup(title: "Stations in segments (HLS)") var hls: HlsOptions

    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if !SoundOptions.isDuration(duration) { throw ValidationError("--for wants seconds, more than 0.") }
        if !(1...65_536).contains(limit) { throw ValidationError("--limit goes from 1 to 65536.") }
        guard case .url = ArgumentKind(url, isFile: { _ in false }) else {
            throw ValidationError("probe wants an address, as http://host/path; inspect is for files.")
        }
    }

    func run() throws {
        let output = ReportOutput(format: format)
        let loop: EventLoop
        let run: ProbeRun
        do {
            loop = try EventLoop()
            run = try ProbeRun(request, capture: capture, on: loop)
        } catch let failure as CommandFailure {
            throw output.fail(failure)
        } catch {
            throw output.fail(.unavailable, "\(error).")
        }
        run.start()
        loop.run()
        guard let report = run.report else { throw output.fail(.unavailable, "The probe did not end.") }
        var rows = ReportRows()
        rows.add(report)
        if let kept = run.kept { rows.add("capture", "\(kept.path), \(kept.bytes) bytes") }
        output.show(rows, json: ProbeJSON.document(report, capture: run.kept))
        if let failure = run.captureFailure {
            throw output.fail(.cannotWrite, "The capture could not be written: \(failure).")
        }
        if let error = report.error { throw output.fail(ExitCode(error), ErrorWords.sentence(error)) }
    }

    private var request: ProbeRequest {
        ProbeRequest(
            url: url, charset: charset, hls: hls.settings, listening: .seconds(duration), maximumBytes: limit << 20)
    }
}
