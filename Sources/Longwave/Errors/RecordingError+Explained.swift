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
        case .nothingPlays: "Nothing plays."
        case .noTitle: "The station has told no title."
        case .noPattern(let pattern): "Files cannot be named by \"\(pattern)\"."
        case .tooMany(let count): "\(count) recordings are made already."
        }
    }

    public var remedy: String? {
        switch self {
        case .noPattern: "Use {station}, {artist}, {title}, {date}, {time} or {number}."
        case .tooMany: "End one of them."
        case .nothingPlays, .noTitle: nil
        }
    }
}
