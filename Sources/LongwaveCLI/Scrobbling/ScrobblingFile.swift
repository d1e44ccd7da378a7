import LongwaveDesktop
import LongwaveTerminal

/// Reads the file of accounts to which heard songs are reported (scrobbling), for the commands that show and change
/// these accounts.
enum ScrobblingFile {
    static func places() throws(CommandFailure) -> ScrobbleFiles {
        guard let files = ScrobbleFiles(environment: Environment.folders) else {
            throw CommandFailure(
                code: .cannotWrite,
                sentence: "No folder for accounts: set HOME, or XDG_CONFIG_HOME and XDG_STATE_HOME.")
        }
        return files
    }

    static func read(_ files: ScrobbleFiles) throws(CommandFailure) -> ScrobblingAccounts {
        do throws(ScrobblingAccounts.Failure) { return try files.read() } catch { throw CommandFailure(error) }
    }
}

extension CommandFailure {
    init(_ failure: ScrobblingAccounts.Failure) {
        let code: ExitCode =
            switch failure {
            case .open, .unreadable: .fileMissing
            case .unwritable, .tooMany: .cannotWrite
            }
        self.init(code: code, sentence: failure.sentence)
    }

    /// Creates the failure of a command that cannot read the file of songs that are not reported yet.
    init(queue error: StorageError) {
        self.init(code: .cannotWrite, sentence: "The waiting songs cannot be read: \(error.words).")
    }
}
