import RadioAudio
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
        case .givenUp(let last): "Given up after trying again and again; the last reason: \(last.sentence)"
        case .output(let error): error.sentence
        case .undecodable(let detail): explained("Nothing of the sound could be decoded", detail)
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
        case .noServer(let detail): explained("No sound server answers", detail)
        case .serverLost(let detail): explained("The sound server went away", detail)
        case .noDevice(let detail): explained("There is no such sound device", detail)
        case .file(let detail): explained("The output file cannot be written", detail)
        case .fileExists(let path): "\(path) exists already; --overwrite replaces it."
        case .refused(let detail): explained("The sound server refuses", detail)
        }
    }

    public var remedy: String? {
        switch self {
        case .noServer, .serverLost: "Start PulseAudio, or PipeWire with its PulseAudio server."
        case .noDevice: "Connect a device, or play on another one."
        case .file: "Check the folder's permissions and the room on the disk."
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
        case .nothingPlays: "Nothing plays."
        case .notSeekable: "Nothing of this is held, and its server cannot send another part of it."
        case .outOfRange(let range):
            "Only what lies between \(range.start.seconds) and \(range.end.seconds) seconds can be gone to."
        case .noDate: "The station does not say when its sound was recorded."
        case .noSuchTitle: "No such title is kept."
        case .noSuchRendition(let name): "There is no rendition \"\(name)\"."
        }
    }
}
