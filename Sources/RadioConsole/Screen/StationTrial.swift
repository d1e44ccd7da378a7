import LongwaveTerminal

/// Whether a station can be heard, before what is heard gives way to it. One at a time.
final class StationTrial {
    private var task: Task<Void, Never>?
    private var number = 0

    /// - Parameter then: called on the loop, with why it cannot be heard; not at all where another one is tried meanwhile.
    func begin(_ station: Station, _ radio: Radio, then: @escaping (String?) -> Void) {
        cancel()
        let own = number
        nonisolated(unsafe) let answer: (String?) -> Void = { [weak self] reason in
            guard let self, number == own else { return }
            task = nil
            then(reason)
        }
        task = Task {
            let reason: String?
            do {
                let isPlayable = try await Asset(station, radio: radio).load(.isPlayable)
                reason = isPlayable ? nil : "it sends no sound that can be played"
            } catch let error as RadioError {
                reason = error.sentence
            } catch { return }
            await radio.manager.perform { _ in answer(reason) }
        }
    }

    /// Something is tried.
    var isUnderWay: Bool { task != nil }

    func cancel() {
        number += 1
        task?.cancel()
        task = nil
    }
}
