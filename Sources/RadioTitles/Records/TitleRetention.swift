/// How long records are kept in a file: up to an age, up to a size, or both. With both limits, the stricter one
/// applies.
public struct TitleRetention: Hashable, Sendable {
    /// Nil if records are kept for ever.
    public var age: Duration?
    /// Maximum size in bytes of the file of titles, and of all files of the log together; nil for no limit.
    public var bytes: Int?

    package static let minimumAge = Duration.seconds(3600)
    package static let minimumBytes = 1 << 20

    /// The default for titles that the listener of a player heard: two years.
    public static let listening = TitleRetention(age: .seconds(2 * 366 * 86_400))

    private static let ages: [Character: Double] = ["h": 3600, "d": 86_400, "w": 7 * 86_400, "y": 366 * 86_400]
    private static let sizes: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]

    public init(age: Duration? = nil, bytes: Int? = nil) {
        self.age = age
        self.bytes = bytes
    }

    /// Parses `90d`, `10G`, or both with a comma between. Units are `h`, `d`, `w`, `y` for hours to years, and `K`,
    /// `M`, `G`, `T` for sizes.
    ///
    /// `all` keeps everything. Returns nil for anything else.
    public init?(_ text: String) {
        self.init()
        guard text != "all" else { return }
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let unit = part.last, let number = Int(part.dropLast()), number > 0 else { return nil }
            if let seconds = Self.ages[unit], age == nil, number <= 1_000_000 {
                age = .seconds(Double(number) * seconds)
            } else if let size = Self.sizes[Character(unit.uppercased())], bytes == nil, number <= 1 << 20 {
                bytes = number * size
            } else {
                return nil
            }
        }
        guard age ?? Self.minimumAge >= Self.minimumAge, bytes ?? Self.minimumBytes >= Self.minimumBytes else {
            return nil
        }
    }

    /// True if anything is ever deleted.
    var isLimited: Bool { age != nil || bytes != nil }

    /// Returns the time before which records are deleted, in milliseconds since 1970; nil if age is not limited.
    func cutoff(at now: Int64) -> Int64? { age.map { now - $0.nanoseconds / 1_000_000 } }
}
