import Longwave
import RadioHTTP

/// Why a command cannot do what it was asked for: a code for the shell, a sentence for a person, and what may help.
struct CommandFailure: Error, Hashable {
    var code: ExitCode
    var sentence: String
    var hints: [String] = []
}

extension CommandFailure {
    init(_ error: RadioError) {
        // From now on a number is one of those that are shown.
        if case .ambiguous = error { LastFound(environment: Environment.folders).leave() }
        self.init(code: ExitCode(error), sentence: error.sentence, hints: error.hints)
    }

    init(_ error: StationLibraryError) { self.init(code: ExitCode(error), sentence: error.sentence) }
}

extension ExitCode {
    init(_ error: RadioError) {
        switch error {
        case .shutDown, .system: self = .unavailable
        case .noList, .listener: self = .fileMissing
        case .list(let error): self.init(error)
        case .noStation, .ambiguous, .noneFound, .nothingPlayable, .noPlaylist, .emptyPlaylist, .playlistQuery:
            self = .notPlayable
        case .titles, .metadataTooLarge: self = .cannotWrite
        case .playback(let error): self.init(error)
        }
    }

    init(_ error: StationLibraryError) {
        switch error {
        case .noSuchFile, .unreadable: self = .fileMissing
        case .broken, .notAList, .noStations, .tooLarge: self = .notPlayable
        case .refused(_, 401), .refused(_, 403): self = .accessDenied
        case .refused(_, 404), .refused(_, 410): self = .notPlayable
        case .refused, .timedOut: self = .unavailable
        case .transfer(_, let error): self.init(error)
        }
    }

    init(_ error: TransferError) {
        switch error {
        case .badURL: self = .notPlayable
        case .hostUnknown: self = .hostUnknown
        case .noNetwork, .cannotConnect, .timedOut, .connectionLost, .resources: self = .unavailable
        case .tls, .tooManyRedirects, .protocolViolation: self = .protocolViolation
        }
    }
}

extension Result where Failure == RadioError {
    /// The same as a command says it.
    var forCommand: Result<Success, CommandFailure> { mapError(CommandFailure.init) }
}
