import RadioFormats

/// Finds the byte from which a file without an index is read to hear a moment of it: it guesses, and is told which
/// moment the sound there names. Pure.
struct PlaceSearch {
    /// Guesses for one place; then the file is read from the nearest place before it.
    static let maximumGuesses = 8
    /// Bytes that are rather read than left out by another guess, and after which a guess has found nothing.
    static let patience = BodyReader.maximumGap
    /// Bytes at the end that hold no whole page, perhaps.
    private static let margin = 16 << 10
    /// Seconds before the target that a guess aims at, and those where it is good. Opus is exact after 80 ms
    /// (RFC 7845 §4.6).
    private static let (aim, good) = (1.5, 0.1...5)

    let target: MediaTime
    /// Where it looks now.
    private(set) var guess: Int
    /// The time that is thought to lie there.
    private var guessed: Double
    /// The nearest known place before the target; byte 0: it is read from the file's beginning.
    private var low = (byte: 0, seconds: 0.0)
    /// One behind it; its time where it is known.
    private var high: (byte: Int, seconds: Double?)
    private var guessesLeft = Self.maximumGuesses

    /// The moment whose byte is to be guessed first.
    static func aim(for target: MediaTime) -> MediaTime { MediaTime(seconds: max(target.seconds - aim, 0)) }

    /// - Parameters:
    ///   - guess: where ``aim(for:)`` is thought to lie.
    ///   - byteCount: of the file.
    ///   - length: exactly, where it is known.
    /// - Returns: nil where it is as well to read the file from its beginning.
    init?(for target: MediaTime, guess: Int, byteCount: Int, length: MediaTime?) {
        guard target.isNumeric, target.seconds > Self.aim, byteCount > Self.patience, guess > 0 else { return nil }
        self.target = target
        self.guess = min(guess, byteCount - Self.margin)
        guessed = (target.seconds - Self.aim) * Double(self.guess) / Double(guess)
        high = (byteCount, length?.seconds)
    }

    var guessedTime: MediaTime { MediaTime(seconds: guessed) }

    /// Sound of that time lies at the guess.
    /// - Returns: where to look instead; nil: the file is read from there on.
    mutating func found(_ time: MediaTime) -> Int? {
        // The first that is not good was found before.
        guard guessesLeft > 0 else { return nil }
        // Numbers that begin again belong to something else.
        guard time.seconds >= low.seconds else { return foundNothing() }
        let lead = target.seconds - time.seconds
        if Self.good.contains(lead) { return nil }
        if lead > 0 { low = (guess, time.seconds) } else { high = (guess, time.seconds) }
        return next()
    }

    /// No sound of a known time lies at the guess.
    /// - Returns: where to look instead.
    mutating func foundNothing() -> Int? {
        guard guessesLeft > 0 else { return 0 }
        high = (guess, nil)
        return next()
    }

    private mutating func next() -> Int? {
        guessesLeft -= 1
        let span = high.byte - low.byte
        guard guessesLeft > 0, span > Self.patience else {
            guessesLeft = 0
            if low.byte == guess { return nil }
            guess = low.byte
            return guess
        }
        // By the pace so far where the end's time is not known.
        let end = high.seconds ?? (low.byte > 0 ? low.seconds * Double(high.byte) / Double(low.byte) : guessed)
        var share = (target.seconds - Self.aim - low.seconds) / (end - low.seconds)
        if !(0..<1).contains(share) { share = 0.5 }
        guess = min(low.byte + Int(Double(span) * share), high.byte - Self.margin)
        guessed = low.seconds + (end - low.seconds) * share
        return guess
    }
}
