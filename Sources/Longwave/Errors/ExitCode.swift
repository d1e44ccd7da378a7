import RadioAudio
import RadioDirectory
import RadioExport
import RadioFormats
import RadioHTTP
import RadioPlayer
import RadioStations
import RadioStreams

/// The exit code of the `longwave` program. In JSON output, the member `exitCode` of an error has the same number.
///
/// The numbers from 64 to 78 come from BSD's sysexits.h.
///
/// docs/CLI.md lists the codes.
package enum ExitCode: Int32, CaseIterable {
    /// The program ended normally: the last item was played, or a key, a signal or a closed pipe stopped the program.
    case ended = 0
    /// The listener picked no station, for example with an empty line, or refused what the program asked on the
    /// terminal.
    case nothingChosen = 1
    /// EX_USAGE: the command line is not understood.
    case usage = 64
    /// EX_DATAERR: no station has the given name, or the address of the station delivers no playable sound.
    case notPlayable = 65
    /// EX_NOINPUT: a file is missing or cannot be read.
    case fileMissing = 66
    /// EX_NOHOST: the host name in an address is unknown.
    case hostUnknown = 68
    /// EX_UNAVAILABLE: no sound server runs, or all attempts to reach the station failed.
    case unavailable = 69
    /// EX_CANTCREAT: the output file cannot be written.
    case cannotWrite = 73
    /// EX_PROTOCOL: a server's response violates the protocol, such as HTTP, or its TLS certificate is not valid.
    case protocolViolation = 76
    /// EX_NOPERM: the server requires a password (401) or refuses access (403).
    case accessDenied = 77
    /// EX_CONFIG: the program's configuration file has an error.
    case badConfiguration = 78
    /// The listener pressed Ctrl-C, for which shells use the same code, or left a picker without choosing.
    case interrupted = 130
}

extension ExitCode {
    /// Returns the code for an error that ended playing.
    package init(_ error: PlaybackError) {
        switch error {
        case .stream(let error): self.init(error)
        case .output(let error): self.init(error)
        case .givenUp(.hostUnknown): self = .hostUnknown
        case .givenUp: self = .unavailable
        case .undecodable: self = .notPlayable
        }
    }

    package init(_ error: StreamError) {
        switch error {
        case .fileMissing, .fileUnreadable: self = .fileMissing
        case .badAddress, .notFound, .notSound, .unsupported, .emptyPlaylist: self = .notPlayable
        case .hostUnknown: self = .hostUnknown
        case .noNetwork, .unreachable, .timedOut, .serverError, .connectionLost, .resources: self = .unavailable
        case .insecure, .protocolViolation: self = .protocolViolation
        case .accessDenied: self = .accessDenied
        }
    }

    package init(_ error: AudioOutputError) {
        switch error {
        case .noServer, .serverLost, .noDevice, .refused: self = .unavailable
        case .file, .fileExists: self = .cannotWrite
        }
    }

    package init(_ error: RadioError) {
        switch error {
        case .shutDown, .system: self = .unavailable
        case .noList, .listener: self = .fileMissing
        case .list(let error): self.init(error)
        case .noStation, .ambiguous, .noneFound, .nothingPlayable, .noPlaylist, .emptyPlaylist, .playlistQuery,
            .noProgramme, .emptyFolder:
            self = .notPlayable
        case .titles, .metadataTooLarge: self = .cannotWrite
        case .noTitle: self = .unavailable
        case .playback(let error): self.init(error)
        }
    }

    package init(_ error: StationLibraryError) {
        switch error {
        case .noSuchFile, .unreadable: self = .fileMissing
        case .unwritable: self = .cannotWrite
        case .broken, .notAList, .noStations, .tooLarge: self = .notPlayable
        case .refused(_, 401), .refused(_, 403): self = .accessDenied
        case .refused(_, 404), .refused(_, 410): self = .notPlayable
        case .refused, .timedOut: self = .unavailable
        case .transfer(_, let error): self.init(error)
        }
    }

    package init(_ error: TransferError) {
        switch error {
        case .badURL: self = .notPlayable
        case .hostUnknown: self = .hostUnknown
        case .noNetwork, .cannotConnect, .timedOut, .connectionLost, .resources: self = .unavailable
        case .tls, .tooManyRedirects, .protocolViolation: self = .protocolViolation
        }
    }

    package init(_ error: ExportError) {
        switch error {
        case .source(let error): self.init(error)
        case .exists, .notWritable: self = .cannotWrite
        case .isLive, .undecodable, .isEmpty, .formatChanges, .anotherKind, .refused: self = .notPlayable
        case .cancelled: self = .interrupted
        }
    }

    package init(_ error: ArtworkError) {
        switch error {
        case .none, .unusableAddress, .tooLarge, .notUsed, .noConverter: self = .notPlayable
        case .noSuchFile, .unreadable: self = .fileMissing
        case .refused(_, 401), .refused(_, 403): self = .accessDenied
        case .refused(_, 404), .refused(_, 410): self = .notPlayable
        case .refused, .timedOut, .failedBefore: self = .unavailable
        case .transfer(_, let error): self.init(error)
        case .unwritable: self = .cannotWrite
        }
    }
}
