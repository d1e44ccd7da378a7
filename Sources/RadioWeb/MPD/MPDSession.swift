/// The conversation with one MPD client: its lines, the order of the answers, command lists, `idle` and the password.
/// Pure.
///
/// The driver passes each line to ``receive(_:)`` and then carries out the ``next()`` steps until there is none.
package struct MPDSession {
    /// What the driver does next.
    package enum Step: Hashable, Sendable {
        case send(String)
        /// Carries out a command. ``finish(_:)`` follows, at once or later.
        case run(MPDCommand, [String])
        case close
    }

    /// Lines that were received and wait for the answer to an earlier one.
    private var lines: ArraySlice<[UInt8]> = []
    /// The commands of a list that has not ended.
    private var list: [[UInt8]] = []
    /// The size of ``lines`` and ``list``.
    private var byteCount = 0
    private var mode = Mode.lines
    /// The commands that are being carried out: one line, or a list.
    private var batch: Batch?
    /// Whether the answer to a command is awaited.
    private var isBusy = false
    private var isClosed = false
    private var hasGreeted = false
    /// The subsystems that changed since the server last told the client.
    private var changes: Set<MPDSubsystem> = []
    /// Whether the client may give all commands.
    package var isAdmitted: Bool
    /// The tags that songs show.
    package private(set) var tags = Set(MPDTag.allCases)
    /// The largest number of bytes of a picture in one answer.
    package private(set) var binaryLimit = 8192

    /// The largest size of the lines that wait and of a list of commands. A client without the password needs few.
    private var maximumBytes: Int { isAdmitted ? 1 << 20 : 16 << 10 }

    /// Returns about how much memory a line takes.
    private static func size(_ line: [UInt8]) -> Int { line.count + 64 }

    private enum Mode {
        case lines
        /// Lines are collected until the list ends.
        case list(okEach: Bool)
        /// The client waits for a change of these subsystems.
        case idle(Set<MPDSubsystem>)
    }

    private struct Batch {
        var lines: ArraySlice<[UInt8]>
        /// The command of the line that is carried out.
        var command = ""
        /// Whether `list_OK` follows each answer.
        var okEach: Bool
    }

    /// - Parameter isAdmitted: whether the client needs no password.
    package init(isAdmitted: Bool) { self.isAdmitted = isAdmitted }

    /// Takes a line without its line feed.
    package mutating func receive(_ line: [UInt8]) {
        lines.append(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
        byteCount += Self.size(line)
        if byteCount > maximumBytes { isClosed = true }
    }

    /// Tells the client of changes. The ``next()`` step is the message, if the client waits for one.
    package mutating func note(_ subsystems: Set<MPDSubsystem>) { changes.formUnion(subsystems) }

    /// Whether the client waits for changes, and so may be silent for long.
    package var isIdle: Bool { if case .idle = mode { true } else { false } }

    /// Returns the next step; nil until the client says more, a command has finished or something has changed.
    package mutating func next() -> Step? {
        if !hasGreeted {
            hasGreeted = true
            return .send("OK MPD 0.23.5\n")
        }
        while !isClosed, !isBusy {
            if batch != nil {
                if let step = nextOfBatch() { return step }
            } else if let text = news() {
                return .send(text)
            } else if let line = lines.popFirst() {
                if let step = read(line) { return step }
            } else {
                return nil
            }
        }
        return isClosed ? .close : nil
    }

    /// Ends the command of the last ``Step/run(_:_:)``. What comes of it is sent before the ``next()`` step.
    package mutating func finish(_ error: MPDError?) -> String {
        isBusy = false
        guard let error else { return batch?.okEach == true ? "list_OK\n" : "" }
        return refuse(error)
    }

    private mutating func refuse(_ error: MPDError) -> String {
        let text = "ACK [\(error.code.rawValue)@\(place)] {\(batch?.command ?? "")} \(MPDText.line(error.message))\n"
        batch = nil
        return text
    }

    /// The index of the current command in its list.
    private var place: Int { (batch?.lines.startIndex ?? 1) - 1 }

    // MARK: Lines

    private mutating func read(_ line: [UInt8]) -> Step? {
        guard MPDRequest.isPossible(line) else {
            isClosed = true
            return nil
        }
        let text = String(decoding: line, as: UTF8.self)
        switch mode {
        case .idle where text == "noidle":
            mode = .lines
            byteCount -= Self.size(line)
            return .send("OK\n")
        case .idle: isClosed = true
        case .list(let okEach) where text == "command_list_end":
            mode = .lines
            batch = Batch(lines: list[...], okEach: okEach)
            list = []
            byteCount = lines.reduce(0) { $0 + Self.size($1) }
        case .list: list.append(line)
        case .lines:
            byteCount -= Self.size(line)
            switch text {
            case "command_list_begin": mode = .list(okEach: false)
            case "command_list_ok_begin": mode = .list(okEach: true)
            // The client did not know yet that its waiting has ended.
            case "noidle": break
            default: batch = Batch(lines: [line], okEach: false)
            }
        }
        return nil
    }

    private mutating func nextOfBatch() -> Step? {
        guard let line = batch?.lines.popFirst() else {
            batch = nil
            return .send("OK\n")
        }
        batch?.command = ""
        do throws(MPDError) {
            let request = try MPDRequest(line)
            guard let command = MPDCommand(rawValue: request.name) else {
                throw MPDError(.unknown, "unknown command \"\(request.name)\"")
            }
            batch?.command = request.name
            guard !command.isRefused, isAdmitted || command.isFree else {
                throw MPDError(.permission, "you don't have permission for \"\(request.name)\"")
            }
            try command.check(request.arguments.count)
            return try begin(command, request.arguments)
        } catch { return .send(refuse(error)) }
    }

    /// Carries out what concerns only the session; the driver does the rest.
    private mutating func begin(_ command: MPDCommand, _ arguments: [String]) throws(MPDError) -> Step? {
        var text = ""
        switch command {
        case .ping, .clearerror: break
        case .close:
            isClosed = true
            return nil
        case .idle: return try beginIdle(arguments)
        case .commands: text = Self.list { ($0.isFree || isAdmitted) && !$0.isRefused }
        case .notcommands: text = Self.list { !($0.isFree || isAdmitted) || $0.isRefused }
        case .tagtypes: text = try changeTags(arguments)
        case .binarylimit:
            binaryLimit = try MPDArguments(arguments).int(0, in: 0...(1 << 20))
            guard binaryLimit >= 64 else { throw MPDError(.argument, "Value too small") }
        default:
            isBusy = true
            return .run(command, arguments)
        }
        text += finish(nil)
        return text.isEmpty ? nil : .send(text)
    }

    private static func list(_ isIncluded: (MPDCommand) -> Bool) -> String {
        MPDCommand.allCases.filter(isIncluded).map(\.rawValue).sorted().map { "command: \($0)\n" }.joined()
    }

    private mutating func changeTags(_ arguments: [String]) throws(MPDError) -> String {
        var named: Set<MPDTag> = []
        for name in arguments.dropFirst() {
            // Other tags exist, but no station has them.
            if let tag = MPDTag(name: name) { named.insert(tag) }
        }
        switch arguments.first {
        case nil: return MPDTag.allCases.filter(tags.contains).map { "tagtype: \($0.rawValue)\n" }.joined()
        case "all": tags = Set(MPDTag.allCases)
        case "clear": tags = []
        case "enable": tags.formUnion(named)
        case "disable": tags.subtract(named)
        case "reset": tags = named
        default: throw MPDError(.argument, "Unknown sub command")
        }
        return ""
    }

    // MARK: Idle

    private mutating func beginIdle(_ names: [String]) throws(MPDError) -> Step? {
        var wanted: Set<MPDSubsystem> = []
        for name in names {
            guard let subsystem = MPDSubsystem(rawValue: name) else {
                throw MPDError(.argument, "Unrecognized idle event: \(name)")
            }
            wanted.insert(subsystem)
        }
        batch = nil
        mode = .idle(wanted.isEmpty ? Set(MPDSubsystem.allCases) : wanted)
        return nil
    }

    /// Returns the message that ends the client's waiting; nil if nothing has changed that interests the client.
    private mutating func news() -> String? {
        guard case .idle(let wanted) = mode, !changes.isDisjoint(with: wanted) else { return nil }
        let told = MPDSubsystem.allCases.filter { changes.contains($0) && wanted.contains($0) }
        changes.subtract(told)
        mode = .lines
        return told.map { "changed: \($0.rawValue)\n" }.joined() + "OK\n"
    }
}
