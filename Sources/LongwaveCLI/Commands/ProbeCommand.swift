import ArgumentParser
import CLinux
import Glibc
import Longwave

struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Say everything that can be known of an address or station, and what is wrong with it.",
        discussion: """
            Without a scheme it is a station of the list: its id, its name, or words of it; its first address is looked at. \
            An address that the list has is read with what the list says of its station.

            Opens it as play does, follows redirects and lists, decodes, and listens for a few seconds; needs no sound \
            server. Fields: \(Documents.path("INSPECT.md")). Exit codes: those of play.
            """)

    @Argument(
        help: ArgumentHelp("The address to look at, or a station of the list.", valueName: "url|station"),
        completion: StationCompletion.kind)
    var what: String

    @Option(name: .customLong("for"), help: ArgumentHelp("Listen so long after the first sound.", valueName: "seconds"))
    var duration = 3.0

    @Option(
        name: .long,
        help: ArgumentHelp("Keep the last answer, headers and raw bytes, for inspect.", valueName: "file"),
        completion: .file())
    var capture: String?

    @Option(name: .long, help: ArgumentHelp("End after so many MiB, whatever the time.", valueName: "MiB"))
    var limit = 64

    @Option(
        name: .long, help: ArgumentHelp("The charset of titles that are not UTF-8.", valueName: "name"),
        completion: PropertyCompletion.charset)
    var charset: String?

    @OptionGroup(title: "Stations in segments (HLS)") var hls: HlsOptions

    @OptionGroup(title: "Stations") var library: LibraryOptions

    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if !SoundOptions.isDuration(duration) { throw ValidationError("--for wants seconds, more than 0.") }
        if !(1...65_536).contains(limit) { throw ValidationError("--limit goes from 1 to 65536.") }
        if case .file = ArgumentKind(what, isFile: { _ in false }) {
            throw ValidationError("probe wants an address, as http://host/path, or a station; inspect is for files.")
        }
    }

    func run() throws {
        let output = ReportOutput(format: format)
        let target: ProbeTarget
        let loop: EventLoop
        let run: ProbeRun
        do {
            target = try ProbeTarget.find(what, in: library.reader).get()
            loop = try EventLoop()
            run = try ProbeRun(request(of: target), capture: capture, on: loop)
        } catch let failure as CommandFailure {
            throw output.fail(failure)
        } catch {
            throw output.fail(.unavailable, "\(error).")
        }
        run.start()
        loop.run()
        guard let report = run.report else { throw output.fail(.unavailable, "The probe did not end.") }
        var rows = ReportRows()
        rows.add(report, of: target)
        if let kept = run.kept { rows.add("capture", "\(kept.path), \(kept.bytes) bytes") }
        output.show(rows, json: ProbeJSON.document(report, of: target.station, capture: run.kept))
        if let failure = run.captureFailure {
            throw output.fail(.cannotWrite, "The capture could not be written: \(failure).")
        }
        if let error = report.error { throw output.fail(ExitCode(error), error.sentence) }
    }

    private func request(of target: ProbeTarget) -> ProbeRequest {
        ProbeRequest(
            url: target.url, headers: target.station?.headers ?? [:],
            headerHosts: target.station?.headerHosts ?? [], charset: charset ?? target.station?.charset,
            stationName: target.station?.name, hls: hls.settings, listening: .seconds(duration),
            maximumBytes: limit << 20)
    }
}
