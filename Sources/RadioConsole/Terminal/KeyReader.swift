import Longwave

/// What a key asks for.
enum Key: Hashable {
    case toggle, quit, louder, quieter, mute, next, previous, back, forward, titleBefore, titleBegin, titleAfter,
        liveEdge, shuffle, repetition, sleep, keepTitle, keepLast, record, slower, faster, meter, rewind, fastForward,
        catchUp, like
}

/// Bytes of a terminal → keys. Function keys, pasted controls and terminals' answers are swallowed whole, however they are
/// cut: their letters are no keys.
struct KeyReader {
    private enum State {
        case ground
        /// After ESC.
        case escape
        /// In a control sequence: until a byte of 0x40…0x7E (ECMA-48 §5.4).
        case sequence(isPlain: Bool)
        /// After ESC O: one more byte.
        case singleShift
        /// In a string (OSC, DCS, APC, PM, SOS): until BEL or ESC \.
        case string
        case stringEscape
    }

    /// A key's bytes come together. What follows later than this begins anew: a lone Escape does not eat the next key.
    static let sequenceTimeout = Duration.milliseconds(50)

    private var state = State.ground
    private var last: MonotonicInstant?

    mutating func feed(_ bytes: some Sequence<UInt8>, at now: MonotonicInstant, emit: (Key) -> Void) {
        if let last, last.duration(to: now) > Self.sequenceTimeout { state = .ground }
        last = now
        for byte in bytes { step(byte, emit) }
    }

    private mutating func step(_ byte: UInt8, _ emit: (Key) -> Void) {
        switch state {
        case .ground:
            if byte == 0x1B { state = .escape } else if let key = Self.key(byte) { emit(key) }
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .sequence(isPlain: true)
            case UInt8(ascii: "O"): state = .singleShift
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
                state = .string
            case 0x1B: break
            case _: state = .ground  // Alt and a key.
            }
        case .sequence(let isPlain):
            if byte == 0x1B {
                state = .escape
            } else if (0x20...0x3F).contains(byte) {
                state = .sequence(isPlain: false)
            } else {
                state = .ground
                if isPlain, let key = Self.arrow(byte) { emit(key) }
            }
        case .singleShift:
            state = .ground
            if let key = Self.arrow(byte) { emit(key) }
        case .string:
            if byte == 0x1B { state = .stringEscape } else if byte == 0x07 { state = .ground }
        case .stringEscape: state = byte == UInt8(ascii: "\\") ? .ground : byte == 0x1B ? .stringEscape : .string
        }
    }

    /// What stands behind ESC [ or, in application mode, ESC O.
    private static func arrow(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "C"): .forward
        case UInt8(ascii: "D"): .back
        case _: nil
        }
    }

    private static func key(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: " "): .toggle
        // Ctrl-D too: the end of input.
        case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04: .quit
        // = and _ are + and - with the other state of Shift.
        case UInt8(ascii: "+"), UInt8(ascii: "="): .louder
        case UInt8(ascii: "-"), UInt8(ascii: "_"): .quieter
        case UInt8(ascii: "m"), UInt8(ascii: "M"): .mute
        case UInt8(ascii: "n"), UInt8(ascii: "N"): .next
        case UInt8(ascii: "p"), UInt8(ascii: "P"): .previous
        case UInt8(ascii: "["): .titleBefore
        case UInt8(ascii: "]"): .titleAfter
        case UInt8(ascii: "b"), UInt8(ascii: "B"): .titleBegin
        case UInt8(ascii: "l"): .liveEdge
        case UInt8(ascii: "L"): .catchUp
        case UInt8(ascii: "s"), UInt8(ascii: "S"): .shuffle
        case UInt8(ascii: "r"): .repetition
        case UInt8(ascii: "R"): .record
        case UInt8(ascii: "("): .rewind
        case UInt8(ascii: ")"): .fastForward
        case UInt8(ascii: "<"): .slower
        case UInt8(ascii: ">"): .faster
        case UInt8(ascii: "v"), UInt8(ascii: "V"): .meter
        case UInt8(ascii: "z"), UInt8(ascii: "Z"): .sleep
        case UInt8(ascii: "*"): .like
        case UInt8(ascii: "k"): .keepTitle
        case UInt8(ascii: "K"): .keepLast
        case _: nil
        }
    }
}
