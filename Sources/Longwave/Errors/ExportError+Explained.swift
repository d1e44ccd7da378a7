import RadioExport

extension ExportError: ExplainedError {
    public var code: String {
        switch self {
        case .exists: "fileExists"
        case .notWritable: "notWritable"
        case .source(let error): error.code
        case .isLive: "isLive"
        case .undecodable: "undecodable"
        case .isEmpty: "isEmpty"
        case .formatChanges: "formatChanges"
        case .anotherKind: "anotherKind"
        case .refused: "refused"
        case .cancelled: "cancelled"
        }
    }

    public var sentence: String {
        switch self {
        case .exists(let path): "\(path) exists already."
        case .notWritable(let path, let why): "\(path) cannot be written: \(why)."
        case .source(let error): error.sentence
        case .isLive(let source): "\(source) has no end."
        case .undecodable(let why): "It cannot be decoded: \(why)."
        case .isEmpty: "There is no sound between these times."
        case .formatChanges: "Its sound changes sample rate or channels, which one file cannot hold."
        case .anotherKind(let suffix): "Packets of this kind go into a file whose name ends in .\(suffix)."
        case .refused(let why): "The encoder refuses the sound: \(why)"
        case .cancelled: "The export was cancelled."
        }
    }

    public var remedy: String? {
        switch self {
        case .exists: "Name another file."
        case .isLive: "Record it instead."
        case .source(let error): error.remedy
        case .notWritable, .undecodable, .isEmpty, .formatChanges, .anotherKind, .refused, .cancelled: nil
        }
    }
}
