import RadioLoop
import RadioStreams

/// Receives an item before it is played, while another one is heard.
///
/// Its addresses are tried in their order. A player that plays the item takes over the connection and the held sound.
final class Preparation {
    /// The bytes that are held.
    private static let maximumBytes = 1 << 20

    let item: PlaybackItem
    private let tools: StreamIntake.Tools
    private var urls: ArraySlice<String>
    private var station: WarmStation?
    private var completion: ((PlaybackError?) -> Void)?
    private var timer: LoopTimer?

    /// - Parameters:
    ///   - working: the address that brought sound before, which is tried first.
    ///   - completion: called once on the loop, with nil as soon as the item can be played at once, or the reason why
    ///     none of its addresses can be received.
    init(
        _ item: PlaybackItem, working: String?, tools: StreamIntake.Tools,
        completion: @escaping (PlaybackError?) -> Void
    ) {
        self.item = item
        self.tools = tools
        self.completion = completion
        let first = working ?? item.preferredURL
        urls = (([first].compactMap(\.self)) + item.urls.filter { $0 != first })[...]
        tryNext(after: .stream(.badAddress("\(item.station.name) has no address")))
    }

    deinit { timer?.cancel() }

    /// Returns what was received, for the player that plays the item from now on; nil if it is not ready.
    func take() -> (intake: StreamIntake, url: String)? {
        guard let station, let intake = station.take() else { return nil }
        return (intake, station.url)
    }

    private func tryNext(after error: PlaybackError) {
        timer?.cancel()
        guard let url = urls.popFirst() else {
            station = nil
            return finish(error)
        }
        let new = WarmStation(item, url: url, tools: tools, maximumBytes: Self.maximumBytes)
        new.onReady = { [weak self] in self?.finish(nil) }
        new.onEnd = { [weak self] end in
            switch end {
            // A file begins when it is played.
            case .file: self?.finish(nil)
            case .failed(let error): self?.tryNext(after: error)
            }
        }
        station = new
        let patience = tools.policy.firstSoundTimeout
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
