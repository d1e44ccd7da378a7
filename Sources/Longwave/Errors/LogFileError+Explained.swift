import RadioTitles

extension LogFileError: ExplainedError {
    public var code: String {
        switch self {
        case .noRoom: "noRoom"
        case .inaccessible: "logInaccessible"
        case .foreign: "logForeign"
        case .inUse: "logInUse"
        case .closed: "logClosed"
        }
    }

    public var sentence: String { explained("The log cannot be written", words) }

    public var remedy: String? {
        switch self {
        case .noRoom: "Free some disk space."
        case .inaccessible: "Check the permissions of the file and of its folder."
        case .foreign: "Choose another file, or move this one aside."
        case .inUse: "Stop the other program, or choose another file."
        case .closed: nil
        }
    }
}

extension TitleLogger.Failure: ExplainedError {
    public var code: String {
        switch self {
        case .store(let error): error.code
        case .log(let error): error.code
        }
    }

    public var sentence: String {
        switch self {
        case .store(let error): "The title database cannot be written: \(error.words)."
        case .log(let error): error.sentence
        }
    }

    public var remedy: String? {
        switch self {
        case .store(let error): error.remedy
        case .log(let error): error.remedy
        }
    }
}
