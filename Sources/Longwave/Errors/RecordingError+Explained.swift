import RadioPlayer

extension RecordingError: ExplainedError {
    public var code: String {
        switch self {
        case .nothingPlays: "nothingPlays"
        case .noTitle: "noTitle"
        case .noPattern: "noPattern"
        case .tooMany: "tooManyRecordings"
        }
    }

    public var sentence: String {
        switch self {
        case .nothingPlays: "Nothing is playing."
        case .noTitle: "The station has not sent a title."
        case .noPattern(let pattern): "\"\(pattern)\" is not a pattern for file names."
        case .tooMany(let count): "\(count) recordings are already running."
        }
    }

    public var remedy: String? {
        switch self {
        case .noPattern: "Use {station}, {artist}, {title}, {date}, {time} or {number}."
        case .tooMany: "Stop one of them."
        case .nothingPlays, .noTitle: nil
        }
    }
}
