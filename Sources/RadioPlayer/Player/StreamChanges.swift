import RadioAudio
import RadioFormats

/// Finds the changes of an item's stream that were not published yet. Pure.
struct StreamChanges {
    /// The properties of the stream at one moment.
    struct Facts: Equatable {
        var format: MediaFormat?
        /// The format that the packets decode to.
        var pcm: PCMFormat?
        var isParametricStereo = false
        /// The variant that is received; nil unless the stream comes in segments.
        var variant: Variant?
        var duration: Duration?
        var failure: PlaybackError?
    }

    /// A variant: its address, its bit rate in bits per second, and the name of its rendition.
    struct Variant: Equatable {
        var uri: String
        var bandwidth: Int
        var rendition: String?
    }

    /// A change to publish.
    enum Change: Equatable {
        case format
        case quality(from: Int, to: Int)
        case duration
        case itemStatus
    }

    private var told = Facts()
    private(set) var status = PlaybackItem.Status.unknown
    private var isStatusTold = true

    /// Forgets what was published, because the item begins again.
    mutating func beginAgain() {
        told = Facts()
        isStatusTold = status == .unknown
        status = .unknown
    }

    /// Returns what has changed since the last call.
    mutating func changes(to now: Facts) -> [Change] {
        guard now != told || !isStatusTold else { return [] }
        var changes: [Change] = []
        if now.format != nil, soundOf(now) != soundOf(told) { changes.append(.format) }
        if let old = told.variant, let new = now.variant, old.uri != new.uri, old.rendition == new.rendition,
            old.bandwidth != new.bandwidth
        {
            changes.append(.quality(from: old.bandwidth, to: new.bandwidth))
        }
        var kept = now
        if isOther(now.duration, than: told.duration) {
            changes.append(.duration)
        } else {
            kept.duration = told.duration
        }
        told = kept
        let status: PlaybackItem.Status = now.failure.map { .failed($0) } ?? (now.pcm == nil ? self.status : .ready)
        if status != self.status || !isStatusTold {
            self.status = status
            isStatusTold = true
            changes.append(.itemStatus)
        }
        return changes
    }

    /// Returns the properties of the format that a listener would notice: codec, sample rate and number of channels,
    /// but not the bit rate, which may differ from header to header.
    private func soundOf(_ facts: Facts) -> [String] {
        [
            facts.format?.codecName(decoded: facts.pcm, isParametricStereo: facts.isParametricStereo) ?? "",
            "\(facts.pcm?.sampleRate ?? facts.format?.sampleRate ?? 0)",
            "\(facts.pcm?.channelCount ?? facts.format?.channelCount ?? 0)",
        ]
    }

    /// Returns whether two lengths differ by a second or more. Smaller differences are ignored, because an estimated
    /// length changes a little with each packet.
    private func isOther(_ new: Duration?, than old: Duration?) -> Bool {
        guard let new, let old else { return new != old }
        return abs((new - old).inSeconds) >= 1
    }
}
