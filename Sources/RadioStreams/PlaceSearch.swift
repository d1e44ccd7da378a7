import RadioFormats

/// Finds the byte at which reading must start to hear a moment of a file without an index.
///
/// The search guesses an offset, and its owner reports which time the sound there states. The type does no I/O.
struct PlaceSearch {
    /// The most guesses for one place. Then the file is read from the nearest known place before it.
    static let maximumGuesses = 8
    /// A distance in bytes that is rather read than shortened by another guess.
    ///
    /// A guess without sound in this distance has found nothing.
    static let patience = BodyReader.maximumGap
    /// The number of bytes at the end that may contain no whole page.
    private static let margin = 16 << 10
    /// How many seconds a guess aims before the target, and the range of seconds that is good enough.
    ///
    /// Opus is exact after 80 ms (RFC 7845 §4.6).
    private static let (aim, good) = (1.5, 0.1...5)

    let target: MediaTime
    /// The offset of the current guess.
    private(set) var guess: Int
    /// The time in seconds that probably lies at the guess.
    private var guessed: Double
    /// The nearest known place before the target. Byte 0 means that the file is read from its beginning.
    private var low = (byte: 0, seconds: 0.0)
    /// A known place behind the target, with its time if that is known.
    private var high: (byte: Int, seconds: Double?)
    private var guessesLeft = Self.maximumGuesses

    /// Returns the moment that the first guess aims at.
    static func aim(for target: MediaTime) -> MediaTime { MediaTime(seconds: max(target.seconds - aim, 0)) }

    /// Starts a search with a first guess.
    /// - Parameters:
    ///   - guess: The probable offset of ``aim(for:)``.
    ///   - byteCount: The file's size in bytes.
    ///   - length: The exact length, or nil if it is not known.
    /// - Returns: Nil if reading the file from its beginning is as good.
    init?(for target: MediaTime, guess: Int, byteCount: Int, length: MediaTime?) {
        guard target.isNumeric, target.seconds > Self.aim, byteCount > Self.patience, guess > 0 else { return nil }
        self.target = target
        self.guess = min(guess, byteCount - Self.margin)
        guessed = (target.seconds - Self.aim) * Double(self.guess) / Double(guess)
        high = (byteCount, length?.seconds)
    }

    var guessedTime: MediaTime { MediaTime(seconds: guessed) }

    /// Takes the time of the sound at the guess.
    /// - Returns: The next offset to look at, or nil to read on from the guess.
    mutating func found(_ time: MediaTime) -> Int? {
        // No guess is left, so the file is read from here.
        guard guessesLeft > 0 else { return nil }
        // Smaller times than known before belong to something else, such as another link.
        guard time.seconds >= low.seconds else { return foundNothing() }
        let lead = target.seconds - time.seconds
        if Self.good.contains(lead) { return nil }
        if lead > 0 { low = (guess, time.seconds) } else { high = (guess, time.seconds) }
        return next()
    }

    /// Notes that the guess found no sound with a known time.
    /// - Returns: The next offset to look at.
    mutating func foundNothing() -> Int? {
        guard guessesLeft > 0 else { return 0 }
        high = (guess, nil)
        return next()
    }

    /// Returns the next guess, the nearest place before the target if no guess is left, or nil if that is already
    /// reached.
    private mutating func next() -> Int? {
        guessesLeft -= 1
        let span = high.byte - low.byte
        guard guessesLeft > 0, span > Self.patience else {
            guessesLeft = 0
            if low.byte == guess { return nil }
            guess = low.byte
            return guess
        }
        // If the time of the end is not known, the pace so far gives it.
        let end = high.seconds ?? (low.byte > 0 ? low.seconds * Double(high.byte) / Double(low.byte) : guessed)
        var share = (target.seconds - Self.aim - low.seconds) / (end - low.seconds)
        if !(0..<1).contains(share) { share = 0.5 }
        guess = min(low.byte + Int(Double(span) * share), high.byte - Self.margin)
        guessed = low.seconds + (end - low.seconds) * share
        return guess
    }
}
