import RadioFormats
import RadioStorage

extension StorageError: ExplainedError {
    public var code: String {
        switch self {
        case .noRoom: "noRoom"
        case .busy: "databaseBusy"
        case .inaccessible: "databaseInaccessible"
        case .damaged: "databaseDamaged"
        case .replaced: "databaseReplaced"
        case .tooNew: "databaseTooNew"
        }
    }

    public var sentence: String {
        switch self {
        case .noRoom: explained("The disk is full", words)
        case .busy: explained("Another program is using the file", words)
        case .inaccessible: explained("The file cannot be opened or written", words)
        case .damaged: explained("The file is damaged", words)
        case .replaced: explained("The file was damaged, and a new one was created", words)
        case .tooNew: explained("A newer version of Longwave wrote the file", words)
        }
    }

    public var remedy: String? {
        switch self {
        case .noRoom: "Free some disk space."
        case .busy: "Stop the other program, or try again later."
        case .inaccessible: "Check the permissions of the file and of its folder."
        case .damaged: "Move the file aside; Longwave creates a new one."
        case .replaced: nil
        case .tooNew: "Install the newer version."
        }
    }
}
