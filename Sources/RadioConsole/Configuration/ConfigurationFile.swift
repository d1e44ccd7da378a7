import Glibc
import Longwave

/// The user's file of settings.
public struct ConfigurationFile: Sendable {
    /// What came of reading it.
    enum Answer: Sendable {
        /// There is none.
        case missing
        case read(Configuration)
        /// It is not used. In the order of the file; never empty.
        case refused([ConfigurationProblem])
    }

    public let path: String

    public init(path: String) { self.path = path }

    /// `$XDG_CONFIG_HOME/longwave/config.toml`; nil where there is no such folder by name.
    public static var usual: ConfigurationFile? {
        UserFolders(environment: Environment.folders).config.map { ConfigurationFile(path: $0 + "/config.toml") }
    }

    /// It may block as long as the disk does.
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

    /// What is wrong, for people: a line each.
    func sentences(_ problems: [ConfigurationProblem]) -> [String] { problems.map { $0.sentence(in: path) } }
}

extension Configuration {
    /// What the environment and the user's file say; read when it is first asked for. What is wrong with the file is said on stderr
    /// once, and then it counts as missing: that is no reason not to play.
    static var ofUser: Configuration { ConfigurationFile.atStart.configuration }
}
