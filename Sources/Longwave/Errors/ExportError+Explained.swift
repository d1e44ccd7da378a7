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
        case .exists(let path): "\(path) already exists."
        case .notWritable(let path, let why): "\(path) cannot be written: \(why)."
        case .source(let error): error.sentence
        case .isLive(let source): "\(source) is a live stream and has no end."
        case .undecodable(let why): "The sound cannot be decoded: \(why)."
        case .isEmpty: "There is no sound between these times."
        case .formatChanges: "The sample rate or the number of channels changes, and one file cannot contain both."
        case .anotherKind(let suffix): "Packets of this format need a file name that ends in .\(suffix)."
        case .refused(let why): explained("The encoder does not accept the sound", why)
        case .cancelled: "The export was cancelled."
        }
    }

    public var remedy: String? {
        switch self {
        case .exists: "Choose another file name."
        case .isLive: "Record the station instead."
        case .source(let error): error.remedy
        case .notWritable, .undecodable, .isEmpty, .formatChanges, .anotherKind, .refused, .cancelled: nil
        }
    }
}
