import Glibc
import Longwave
import RadioLoop

/// A settings file, such as the user's `config.toml`.
struct ConfigurationFile: Sendable {
    /// The result of reading the file.
    enum Answer: Sendable {
        /// The file does not exist.
        case missing
        case read(Configuration)
        /// The file has errors and is not used. The problems are in the order of the file and never empty.
        case refused([ConfigurationProblem])
    }

    let path: String

    init(path: String) { self.path = path }

    /// The file `$XDG_CONFIG_HOME/longwave/config.toml`; nil if the environment names no folder for settings.
    static var usual: ConfigurationFile? {
        UserFolders(environment: Environment.folders).config.map { ConfigurationFile(path: $0 + "/config.toml") }
    }

    /// Reads the file. The method blocks until the file is read.
    func read() -> Answer {
        let bytes: [UInt8]
        do throws(LocalFile.Failure) {
            switch LocalFile.State(path) {
            case nil: return .missing
            case let state? where state.isFolder: return .refused([.init(line: 0, "it is a folder")])
            case let state? where !state.isFile: return .refused([.init(line: 0, "it is not a file")])
            case _?: bytes = try LocalFile.read(path, maximum: TomlReader.maximumSize)
            }
        } catch {
            return .refused([.init(line: 0, "it cannot be read: \(error.reason)")])
        }
        do throws(ConfigurationReader.Refusal) { return .read(try ConfigurationReader.read(bytes)) } catch {
            return .refused(error.problems)
        }
    }

    /// Reads the file again after each change.
    /// - Parameter state: the file's state when it was last read; nil if the file was missing.
    func watch(
        on loop: EventLoop, state: LocalFile.State?, onRead: @escaping (Answer) -> Void
    ) -> WatchedFile<Answer> {
        let refused = Answer.refused([.init(line: 0, "it cannot be read: \(BlockingWorker.refusal)")])
        return WatchedFile(loop, path, state: state, refused: refused, read: { read() }, onRead: onRead)
    }

    static let atStart: (configuration: Configuration, state: LocalFile.State?) = {
        let environment = Configuration(environment: Environment.value)
        guard let file = usual, let state = LocalFile.State(file.path) else { return (environment, nil) }
        switch file.read() {
        case .missing: return (environment, state)
        case .read(let configuration): return (environment.inheriting(configuration), state)
        case .refused(let problems):
            let notes = CommandNotes()
            file.sentences(problems).forEach(notes.say)
            notes.say("\(file.path) is ignored")
            return (environment, state)
        }
    }()

    /// Returns one line for people about each problem, with the file's path and the number of the line.
    func sentences(_ problems: [ConfigurationProblem]) -> [String] { problems.map { $0.sentence(in: path) } }
}

extension Configuration {
    /// The settings from the environment and the user's settings file, read at the first use.
    ///
    /// At the first use, problems of the file are printed to stderr. A file with problems is treated as missing,
    /// because playing does not need the file.
    static var ofUser: Configuration { ConfigurationFile.atStart.configuration }
}
