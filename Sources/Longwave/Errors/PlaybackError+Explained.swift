import RadioAudio
import RadioHls
import RadioPlayer

extension PlaybackError: ExplainedError {
    public var code: String {
        switch self {
        case .stream(let error): error.code
        case .output(let error): error.code
        case .givenUp: "givenUp"
        case .undecodable: "undecodable"
        }
    }

    public var sentence: String {
        switch self {
        case .stream(let error): error.sentence
        case .givenUp(let last): "Gave up after several attempts. Last error: \(last.sentence)"
        case .output(let error): error.sentence
        case .undecodable(let detail): explained("The sound cannot be decoded", detail)
        }
    }

    public var remedy: String? {
        switch self {
        case .stream(let error), .givenUp(let error): error.remedy
        case .output(let error): error.remedy
        case .undecodable: nil
        }
    }
}

extension PlaybackError {
    /// What the innermost error says besides its kind, such as an address.
    var detail: String {
        switch self {
        case .stream(let error), .givenUp(let error): error.detail
        case .output(.noServer(let text)), .output(.serverLost(let text)), .output(.noDevice(let text)),
            .output(.file(let text)), .output(.fileExists(let text)), .output(.refused(let text)),
            .undecodable(let text):
            text
        }
    }
}

extension AudioOutputError: ExplainedError {
    public var code: String {
        switch self {
        case .noServer: "noServer"
        case .serverLost: "serverLost"
        case .noDevice: "noDevice"
        case .file: "outputFile"
        case .fileExists: "outputFileExists"
        case .refused: "outputRefused"
        }
    }

    public var sentence: String {
        switch self {
        case .noServer(let detail): explained("Sound server not found", detail)
        case .serverLost(let detail): explained("The connection to the sound server was lost", detail)
        case .noDevice(let detail): explained("Sound device not found", detail)
        case .file(let detail): explained("The output file cannot be written", detail)
        case .fileExists(let path): "\(path) already exists; --overwrite replaces it."
        case .refused(let detail): explained("The sound server refused the request", detail)
        }
    }

    public var remedy: String? {
        switch self {
        case .noServer, .serverLost: "Start PulseAudio, or PipeWire with pipewire-pulse."
        case .noDevice: "Connect the device, or choose another one."
        case .file: "Check the folder's permissions and the free disk space."
        case .fileExists, .refused: nil
        }
    }
}

extension SeekError: ExplainedError {
    public var code: String {
        switch self {
        case .nothingPlays: "nothingPlays"
        case .notSeekable: "notSeekable"
        case .outOfRange: "outOfRange"
        case .noDate: "noDate"
        case .noSuchTitle: "noSuchTitle"
        case .noSuchRendition: "noSuchRendition"
        }
    }

    public var sentence: String {
        switch self {
        case .nothingPlays: "Nothing is playing."
        case .notSeekable: "Seeking is not possible: no sound is kept, and the server cannot send another part."
        case .outOfRange(let range):
            "The position must be between \(range.start.seconds) and \(range.end.seconds) seconds."
        case .noDate: "The station does not send the time of its sound."
        case .noSuchTitle: "There is no such title or chapter in the kept sound."
        case .noSuchRendition(let name): "Rendition \"\(name)\" not found."
        }
    }
}
