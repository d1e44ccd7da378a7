import ArgumentParser
import CLinux
import Glibc
import Longwave
import Synchronization

struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List the devices that sound can be played on.",
        discussion: """
            A table on a terminal, tsv elsewhere. The names, or patterns of names and descriptions, are what \
            play --device takes.
            """)

    @OptionGroup(title: "Printing") var format: FormatOptions

    private final class Answer: Sendable {
        let value = Mutex<Result<[OutputDevice], AudioOutputError>?>(nil)
    }

    func run() throws {
        let charset = TerminalCharset(environment: Environment.value)
        let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
        let answer = Answer()
        do {
            try PlaybackManager().runHere { manager in
                manager.listOutputDevices { result in
                    answer.value.withLock { $0 = result }
                    manager.assumeIsolated { $0.shutDown() }
                }
            }
        } catch {
            try fail("\(error).", charset)
        }
        switch answer.value.withLock({ $0 }) {
        case .success(let devices):
            let printer = DevicePrinter(charset: charset, width: isTerminal ? Terminal().width : nil)
            let text = printer.text(devices, format.chosen ?? (isTerminal ? .table : .tsv))
            // A reader that has enough is none to complain about.
            if !format.quiet { OutputSink.writeAll(STDOUT_FILENO, text) }
        case .failure(let error): try fail(ErrorWords.sentence(error), charset)
        case nil: try fail("The sound server could not be asked.", charset)
        }
    }

    private func fail(_ sentence: String, _ charset: TerminalCharset) throws {
        let clean = Sanitiser(charset: charset)
        OutputSink.writeAll(STDERR_FILENO, "longwave: \(clean(sentence))\n")
        throw ArgumentParser.ExitCode(ExitCode.unavailable.rawValue)
    }
}
