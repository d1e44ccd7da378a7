import RadioFormats

/// Finds the byte offset of a time in a file without an index.
///
/// The search guesses an offset. Its owner reads there, and reports the time that the sound states. The type does no
/// I/O.
struct PlaceSearch {
    /// The maximum number of guesses for one target. After that many, the file is read from the nearest offset before
    /// the target whose time is known.
    static let maximumGuesses = 8
    /// Once the nearest offsets before and after the target are at most this many bytes apart, the search ends, and the
    /// file is read on from the offset before the target.
    ///
    /// If this many bytes after a guessed offset contain no sound, the guess has failed.
    static let patience = BodyReader.maximumGap
    /// The number of bytes at the file's end that may not contain a whole Ogg page.
    private static let margin = 16 << 10
    /// A guess aims at a time this many seconds before the target. It is good enough if the sound at its offset begins
    /// `good` seconds before the target.
    ///
    /// The shortest good distance is 0.1 s, because Opus decodes exactly after 80 ms (RFC 7845 §4.6).
    private static let (aim, good) = (1.5, 0.1...5)

    let target: MediaTime
    /// The offset of the current guess.
    private(set) var guess: Int
    /// The probable time at the current guess, in seconds.
    private var guessed: Double
    /// The nearest offset before the target whose time is known, with that time. Byte 0 means that the file is read
    /// from its beginning.
    private var low = (byte: 0, seconds: 0.0)
    /// An offset after the target, with its time if that is known.
    private var high: (byte: Int, seconds: Double?)
    private var guessesLeft = Self.maximumGuesses

    /// Returns the time at which the first guess aims.
    static func aim(for target: MediaTime) -> MediaTime { MediaTime(seconds: max(target.seconds - aim, 0)) }

    /// Starts a search with a first guess.
    /// - Parameters:
    ///   - guess: The probable byte offset of the time that ``aim(for:)`` returns.
    ///   - byteCount: The file's size in bytes.
    ///   - length: The file's exact duration, or nil if it is not known.
    /// - Returns: Nil if the target is so near the beginning, or the file so small, that the file should be read from
    ///   its beginning.
    init?(for target: MediaTime, guess: Int, byteCount: Int, length: MediaTime?) {
        guard target.isNumeric, target.seconds > Self.aim, byteCount > Self.patience, guess > 0 else { return nil }
        self.target = target
        self.guess = min(guess, byteCount - Self.margin)
        guessed = (target.seconds - Self.aim) * Double(self.guess) / Double(guess)
        high = (byteCount, length?.seconds)
    }

    var guessedTime: MediaTime { MediaTime(seconds: guessed) }

    /// Continues the search with the time that the sound at the guessed offset states.
    /// - Returns: The next offset to look at, or nil to read on from the guess.
    mutating func found(_ time: MediaTime) -> Int? {
        // No guess is left, so the file is read on from this guess.
        guard guessesLeft > 0 else { return nil }
        // A time before that of the nearest known offset (``low``) belongs to something else, such as another Ogg link.
        guard time.seconds >= low.seconds else { return foundNothing() }
        let lead = target.seconds - time.seconds
        if Self.good.contains(lead) { return nil }
        if lead > 0 { low = (guess, time.seconds) } else { high = (guess, time.seconds) }
        return next()
    }

    /// Continues the search after a guess at which no sound with a known time was found.
    /// - Returns: The next offset to look at, or nil to read on from the guess.
    mutating func foundNothing() -> Int? {
        guard guessesLeft > 0 else { return 0 }
        high = (guess, nil)
        return next()
    }

    /// Returns the next guess. If no guess is left, returns the nearest known offset before the target, or nil if that
    /// was the last guess.
    private mutating func next() -> Int? {
        guessesLeft -= 1
        let span = high.byte - low.byte
        guard guessesLeft > 0, span > Self.patience else {
            guessesLeft = 0
            if low.byte == guess { return nil }
            guess = low.byte
            return guess
        }
        // If the time at the offset `high.byte` is not known, it is estimated from the average number of bytes per
        // second before `low.byte`.
        let end = high.seconds ?? (low.byte > 0 ? low.seconds * Double(high.byte) / Double(low.byte) : guessed)
        var share = (target.seconds - Self.aim - low.seconds) / (end - low.seconds)
        if !(0..<1).contains(share) { share = 0.5 }
        guess = min(low.byte + Int(Double(span) * share), high.byte - Self.margin)
        guessed = low.seconds + (end - low.seconds) * share
        return guess
    }
}
