import LongwaveTerminal

/// Converts the bytes that a terminal sends to keys. Control sequences of unknown keys are ignored completely, even if
/// their bytes arrive one by one, so that their letters are not read as keys.
struct KeyReader {
    private enum State {
        case ground
        /// Inside a character in UTF-8, with the character's bytes so far and the number of all its bytes.
        case character([UInt8], count: Int)
        /// After the byte ESC (0x1B).
        case escape
        /// Inside a control sequence, with its parameter bytes so far. A byte of 0x40…0x7E ends the sequence (ECMA-48
        /// §5.4).
        case sequence([UInt8])
        /// After the bytes ESC and O. One more byte completes the key.
        case singleShift
        /// Inside a control string (OSC, DCS, APC, PM or SOS), which contains no key. It ends with the byte BEL, or
        /// with ESC and `\`.
        case string
        case stringEscape
    }

    /// The longest pause between the bytes of one key. A byte after a longer pause begins a new key. Without this
    /// limit, ESC and a key pressed later would be read as one key.
    static let sequenceTimeout = Duration.milliseconds(50)
    /// The largest number of parameter bytes of a control sequence that are stored. The sequences of all known keys
    /// have fewer.
    private static let maximumParameters = 8

    private var state = State.ground
    private var last: MonotonicInstant?

    mutating func feed(_ bytes: some Sequence<UInt8>, at now: MonotonicInstant, emit: (KeyStroke) -> Void) {
        if let last, last.duration(to: now) > Self.sequenceTimeout { state = .ground }
        last = now
        for byte in bytes { step(byte, emit) }
    }

    /// Calls `emit` with the key Escape if no byte has followed the byte ESC. Call this method ``sequenceTimeout``
    /// after that byte.
    mutating func settle(_ emit: (KeyStroke) -> Void) {
        guard case .escape = state else { return }
        state = .ground
        emit(.escape)
    }

    /// Whether the last byte was ESC, which may be the key Escape or the beginning of another key.
    var isUnsettled: Bool { if case .escape = state { true } else { false } }

    /// Reads one byte, and calls `emit` with each key that the byte completes.
    private mutating func step(_ byte: UInt8, _ emit: (KeyStroke) -> Void) {
        switch state {
        case .ground: begin(byte, emit)
        case .character(var bytes, let count):
            guard (0x80...0xBF).contains(byte) else {
                state = .ground
                return begin(byte, emit)
            }
            bytes.append(byte)
            state = bytes.count < count ? .character(bytes, count: count) : .ground
            guard bytes.count == count, let text = String(validating: bytes, as: UTF8.self) else { return }
            text.forEach { emit(.character($0)) }
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .sequence([])
            case UInt8(ascii: "O"): state = .singleShift
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
                state = .string
            case 0x1B: break
            case 0x08, 0x7F:
                // Alt-Backspace is read as Ctrl-W, which deletes a word, as in shells.
                state = .ground
                emit(.control("w"))
            case 0x20...0x7E:
                state = .ground
                emit(.alt(Character(Unicode.Scalar(byte))))
            case _:
                // With Alt, no key sends this byte after ESC. So the person pressed Escape, and then another key.
                state = .ground
                emit(.escape)
                begin(byte, emit)
            }
        case .sequence(var parameters):
            if byte == 0x1B {
                state = .escape
            } else if (0x20...0x3F).contains(byte) {
                if parameters.count < Self.maximumParameters { parameters.append(byte) }
                state = .sequence(parameters)
            } else {
                state = .ground
                if let key = Self.special(parameters, byte) { emit(.special(key)) }
            }
        case .singleShift:
            state = .ground
            if let key = Self.special([], byte) { emit(.special(key)) }
        case .string:
            if byte == 0x1B { state = .stringEscape } else if byte == 0x07 { state = .ground }
        case .stringEscape: state = byte == UInt8(ascii: "\\") ? .ground : byte == 0x1B ? .stringEscape : .string
        }
    }

    /// Reads the first byte of a key. Calls `emit` if the byte is the whole key, otherwise waits for more bytes.
    /// Ignores bytes that begin no key.
    private mutating func begin(_ byte: UInt8, _ emit: (KeyStroke) -> Void) {
        switch byte {
        case 0x1B: state = .escape
        case 0x0A, 0x0D: emit(.enter)
        case 0x09: emit(.special(.tab))
        case 0x08, 0x7F: emit(.special(.backspace))
        case 0x01...0x1A: emit(.control(Character(Unicode.Scalar(byte + 0x60))))
        case 0x20...0x7E: emit(.character(Character(Unicode.Scalar(byte))))
        case 0xC2...0xDF: state = .character([byte], count: 2)
        case 0xE0...0xEF: state = .character([byte], count: 3)
        case 0xF0...0xF4: state = .character([byte], count: 4)
        case _: break
        }
    }

    /// Returns the key of a control sequence that began with `ESC [` or, in application mode, with `ESC O`; nil for an
    /// unknown key.
    private static func special(_ parameters: [UInt8], _ final: UInt8) -> KeyStroke.Special? {
        switch (String(decoding: parameters, as: UTF8.self), final) {
        case ("", UInt8(ascii: "A")): .up
        case ("", UInt8(ascii: "B")): .down
        case ("", UInt8(ascii: "C")): .right
        case ("", UInt8(ascii: "D")): .left
        case ("", UInt8(ascii: "H")), ("1", UInt8(ascii: "~")), ("7", UInt8(ascii: "~")): .home
        case ("", UInt8(ascii: "F")), ("4", UInt8(ascii: "~")), ("8", UInt8(ascii: "~")): .end
        case ("", UInt8(ascii: "Z")): .backTab
        case ("3", UInt8(ascii: "~")): .delete
        case ("5", UInt8(ascii: "~")): .pageUp
        case ("6", UInt8(ascii: "~")): .pageDown
        case _: nil
        }
    }
}
