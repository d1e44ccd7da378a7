/// What one station's titles so far show about their charset. Whoever reads a station's titles keeps this value and
/// passes it to ``CharsetLearner`` with each title.
///
/// If all titles are UTF-8 and none looks misread, the evidence uses no memory on the heap. Otherwise it uses at most
/// ``maximumBytes``, for any number of titles.
package struct CharsetEvidence: Hashable, Sendable {
    /// Maximum size in bytes on the heap: two tallies, with the sample for libuchardet.
    package static let maximumBytes = 4096

    /// The number of titles that were UTF-8 and contained more than ASCII.
    package internal(set) var utf8Count = 0
    /// The tally of titles that are not UTF-8, or nil before the first such title.
    var legacy: CharsetTally?
    /// The tally of texts that arrived as UTF-8 but may have been misread as Latin-1 before, or nil before the first
    /// such text.
    var misread: CharsetTally?
    /// The charset that the station declares, or nil if the last title could not be read in it.
    var declared: Charset?

    package init() {}

    /// True if all titles so far were ASCII, and therefore show nothing about the charset.
    package var isASCII: Bool { utf8Count == 0 && legacy == nil && misread == nil && declared == nil }

    /// The decision that follows from the evidence.
    package var decision: CharsetDecision {
        var decision = CharsetDecision(
            charset: Charset.utf8.name, basis: .utf8, confidence: 1, titleCount: 0, byteCount: 0, utf8Count: utf8Count,
            considered: [])
        decision.repairedTo = misread.flatMap { CharsetLearner.misreadCharset($0) }?.name
        if let declared {
            decision.charset = declared.name
            decision.basis = .declared
        } else if let legacy {
            let learned = CharsetLearner.learned(legacy)
            decision.charset = (learned ?? Charset.windows1252).name
            decision.basis = learned == nil ? .assumed : .learned
            decision.confidence = learned == nil ? min(legacy.confidence, 0.5) : legacy.confidence
        }
        if let tally = legacy ?? misread {
            decision.titleCount = tally.titleCount
            decision.byteCount = tally.byteCount
            decision.detector = tally.detector?.name
            decision.considered = tally.ranking.prefix(CharsetDecision.maximumConsidered).map {
                .init(charset: CharsetCandidate.all[$0.place].charset.name, behind: $0.behind)
            }
        }
        return decision
    }
}
