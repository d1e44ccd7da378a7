import Glibc

/// The costs of each charset, summed over a station's different titles that are not UTF-8.
///
/// Each title adds its cost in each charset. No charset falls behind the best one by more than ``maximumLead``, so a
/// few titles are enough to show that a station has changed its charset.
struct CharsetTally: Hashable, Sendable {
    /// The largest lead of the best charset over another one, in nats: odds of e^40 to one.
    static let maximumLead = 40.0
    /// The nats that a title counts against a charset in which it cannot be read.
    ///
    /// The number is low enough that one damaged title does not rule a charset out.
    private static let unreadable = 12.0
    /// Maximum size in bytes of the sample for libuchardet, which holds the newest titles.
    static let maximumSample = 2048
    /// Maximum number of recent titles that are recognised when they are repeated.
    static let maximumRecent = 16
    /// Number of bytes at a title's beginning that are used. Further bytes are ignored.
    static let maximumTitle = 512
    /// The weight of libuchardet's answer in nats, once libuchardet has seen enough bytes.
    private static let detectorWeight = 4.0

    /// The costs of ``CharsetCandidate/all``, relative to the best candidate's cost.
    private var costs: [Int16]
    private var recent: [UInt64] = []
    private var sample: [UInt8] = []
    private(set) var titleCount = 0
    private(set) var byteCount = 0
    private(set) var detector: Charset?
    /// True if the titles came as UTF-8, but the station may have misread them before it encoded them.
    ///
    /// The first of ``CharsetCandidate/all`` then stands for texts that need no repair, in any language.
    private let isMisread: Bool

    init(isMisread: Bool) {
        costs = CharsetCandidate.all.map { Int16($0.prior) }
        self.isMisread = isMisread
    }

    /// Counts a title with bytes beyond ASCII, unless the title was seen recently.
    mutating func add(_ title: [UInt8]) {
        let title = title.count > Self.maximumTitle ? Array(title.prefix(Self.maximumTitle)) : title
        let hash = Self.hash(title)
        guard !recent.contains(hash) else { return }
        if recent.count == Self.maximumRecent { recent.removeFirst() }
        recent.append(hash)
        let last = best
        add(costsOf: title)
        titleCount += 1
        byteCount += title.count { $0 >= 0x80 }
        if !isMisread { ask(about: title, afresh: best != last) }
    }

    private mutating func add(costsOf title: [UInt8]) {
        let each = CharsetCandidate.all.enumerated().map { place, candidate in
            candidate.cost(of: title, isAnyLanguage: isMisread && place == 0)
        }
        let limit = Int(Self.maximumLead) * LanguageModel.nat
        let least = each.lazy.compactMap(\.self).min() ?? 0
        let unreadable = least + Int(Self.unreadable) * LanguageModel.nat
        let sums = zip(costs, each).map { Int($0) + min($1 ?? unreadable, least + limit) }
        let lowest = sums.min() ?? 0
        costs = sums.map { Int16(min($0 - lowest, limit)) }
    }

    /// Adds a title to the sample, and asks libuchardet after the 2nd, 4th, 8th … title and after each 32nd. `afresh`
    /// empties the sample first.
    ///
    /// It is asked about all titles of the sample together, because it needs a long text.
    private mutating func ask(about title: [UInt8], afresh: Bool) {
        if afresh { sample = [] }
        let excess = sample.count + title.count + 1 - Self.maximumSample
        if excess > 0 { sample.removeFirst(min(excess, sample.count)) }
        sample += title
        sample.append(UInt8(ascii: "\n"))
        let isTurn = titleCount & (titleCount - 1) == 0 || titleCount % 32 == 0
        if afresh || titleCount < 2 { detector = nil }
        if isTurn, titleCount >= 2 { detector = Uchardet.charset(of: sample) }
    }

    /// The nats by which each charset is behind the best one, including libuchardet's answer.
    private var behind: [Double] {
        let detected = CharsetCandidate.all.map { candidate in
            candidate.charset == detector ? Self.detectorWeight * min(1, Double(byteCount) / 32) : 0
        }
        let sums = zip(costs, detected).map { Double($0) / Double(LanguageModel.nat) - $1 }
        let least = sums.min() ?? 0
        return sums.map { $0 - least }
    }

    /// The index of the most probable charset in ``CharsetCandidate/all``.
    var best: Int { behind.enumerated().min { $0.element < $1.element }?.offset ?? 0 }

    /// The nats by which the best charset is ahead of the first candidate, which is assumed if nothing is known.
    var lead: Double { behind[0] }

    /// The indices of the charsets, each with the nats by which it is behind the best one. The best comes first.
    var ranking: [(place: Int, behind: Double)] {
        behind.enumerated().map { ($0.offset, $0.element) }.sorted { ($0.behind, $0.place) < ($1.behind, $1.place) }
    }

    /// The probability that the best charset is right, compared with all others.
    var confidence: Double {
        let odds = ranking.dropFirst().reduce(0) { $0 + exp(-$1.behind) }
        return 1 / (1 + odds)
    }

    /// The approximate number of bytes that the tally takes on the heap.
    var keptBytes: Int { costs.count * 2 + recent.count * 8 + sample.count }

    /// Returns the FNV-1a hash.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
