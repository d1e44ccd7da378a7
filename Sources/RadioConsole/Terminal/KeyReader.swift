import LongwaveTerminal

/// Converts the bytes that a terminal sends to keys. Control sequences without a known key are dropped whole, even if
/// they arrive in pieces, so that their letters are not read as keys.
struct KeyReader {
    private enum State {
        case ground
        /// Inside a character in UTF-8: its bytes so far, and the number of bytes of the whole character.
        case character([UInt8], count: Int)
        /// After ESC.
        case escape
        /// Inside a control sequence, which ends with a byte of 0x40…0x7E (ECMA-48 §5.4): its parameter bytes so far.
        case sequence([UInt8])
        /// After ESC O. One more byte completes the key.
        case singleShift
        /// Inside a control string (OSC, DCS, APC, PM or SOS), which ends with BEL or ESC \.
        case string
        case stringEscape
    }

    /// The longest pause between the bytes of one key. Bytes after a longer pause begin a new key, so that Escape does
    /// not swallow the key after it.
    static let sequenceTimeout = Duration.milliseconds(50)
    /// The largest number of parameter bytes that are kept. All known keys have fewer.
    private static let maximumParameters = 8

    private var state = State.ground
    private var last: MonotonicInstant?

    mutating func feed(_ bytes: some Sequence<UInt8>, at now: MonotonicInstant, emit: (KeyStroke) -> Void) {
        if let last, last.duration(to: now) > Self.sequenceTimeout { state = .ground }
        last = now
        for byte in bytes { step(byte, emit) }
    }

    /// Reports an Escape that no other byte has followed. Call it ``sequenceTimeout`` after the Escape.
    mutating func settle(_ emit: (KeyStroke) -> Void) {
        guard case .escape = state else { return }
        state = .ground
        emit(.escape)
    }

    /// Whether the last byte was an Escape, which may be a key of its own or the beginning of another key.
    var isUnsettled: Bool { if case .escape = state { true } else { false } }

    /// Takes one byte, and calls `emit` with each key that the byte completes.
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
                // Alt-Backspace deletes a word, as in shells.
                state = .ground
                emit(.control("w"))
            case 0x20...0x7E:
                state = .ground
                emit(.alt(Character(Unicode.Scalar(byte))))
            case _:
                // No key has this byte with Alt, so Escape was pressed just before another key.
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

    /// Takes the first byte of a key: emits the key, or waits for more bytes. Drops bytes that begin no key.
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
