import RadioLoop
import RadioStreams

/// Receives an item before it is played, while another item is heard.
///
/// The preparation tries the item's addresses in order. A player that plays the item takes over the connection and the
/// sound received so far.
final class Preparation {
    /// The maximum number of received, encoded bytes in memory.
    private static let maximumBytes = 1 << 20

    let item: PlaybackItem
    private let tools: StreamIntake.Tools
    private let policy: PlaybackPolicy
    /// The addresses that were not tried yet.
    private var urls: ArraySlice<String>
    private var station: WarmStation?
    private var completion: ((PlaybackError?) -> Void)?
    /// Fires when the current address has delivered no sound in time. The next address is tried then.
    private var timer: LoopTimer?

    /// Starts to receive the item.
    /// - Parameters:
    ///   - working: the item's address whose sound was heard earlier, which is tried first; nil if none is known.
    ///   - completion: called once on the loop: with nil as soon as the item can start without a wait, or with the
    ///     reason why none of its addresses can be received.
    init(
        _ item: PlaybackItem, working: String?, tools: StreamIntake.Tools, policy: PlaybackPolicy,
        completion: @escaping (PlaybackError?) -> Void
    ) {
        self.item = item
        self.tools = tools
        self.policy = policy
        self.completion = completion
        let first = working ?? item.preferredURL
        urls = (([first].compactMap(\.self)) + item.urls.filter { $0 != first })[...]
        tryNext(after: .stream(.badAddress("\(item.station.name) has no address")))
    }

    deinit { timer?.cancel() }

    /// Returns the intake and its address, for the player that plays the item from now on; nil if the item is not ready
    /// to start.
    func take() -> (intake: StreamIntake, url: String)? {
        guard let station, let intake = station.take() else { return nil }
        return (intake, station.url)
    }

    /// Tries the next address. If there is none, ends the preparation with `error`.
    private func tryNext(after error: PlaybackError) {
        timer?.cancel()
        guard let url = urls.popFirst() else {
            station = nil
            return finish(error)
        }
        let new = WarmStation(item, url: url, tools: tools, policy: policy, maximumBytes: Self.maximumBytes)
        new.onReady = { [weak self] in self?.finish(nil) }
        new.onEnd = { [weak self] end in
            switch end {
            // A file needs no preparation, because it starts from its beginning when it is played.
            case .file: self?.finish(nil)
            case .failed(let error): self?.tryNext(after: error)
            }
        }
        station = new
        let patience = policy.firstSoundTimeout
        timer = tools.loop.schedule(after: patience) { [weak self] in
            self?.tryNext(after: .stream(.timedOut("no sound within \(Int(patience.inSeconds)) s")))
        }
        new.start()
    }

    private func finish(_ error: PlaybackError?) {
        timer?.cancel()
        guard let completion = completion.take() else { return }
        tools.loop.post { completion(error) }
    }
}
