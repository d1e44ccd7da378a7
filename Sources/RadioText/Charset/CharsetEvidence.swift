/// What is known about the charset of one station's titles. The value is kept with the station.
///
/// The evidence takes no memory for stations whose titles are UTF-8. For other stations it keeps at most
/// ``maximumBytes``, however many titles come.
package struct CharsetEvidence: Hashable, Sendable {
    /// Maximum size in bytes for one station: two tallies and the sample for libuchardet.
    package static let maximumBytes = 4096

    /// The number of titles that were UTF-8 and contained more than ASCII.
    package internal(set) var utf8Count = 0
    /// The tally of titles that are not UTF-8, or nil before the first one.
    var legacy: CharsetTally?
    /// The tally of texts that came as UTF-8 but may be bytes misread as Latin-1, or nil before the first one.
    var misread: CharsetTally?
    /// The charset that the station declares, if the last title could be read in that charset.
    var declared: Charset?

    package init() {}

    /// True if all titles so far were ASCII, so that there was nothing to decide.
    package var isASCII: Bool { utf8Count == 0 && legacy == nil && misread == nil && declared == nil }

    /// The decision that the evidence gives.
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
