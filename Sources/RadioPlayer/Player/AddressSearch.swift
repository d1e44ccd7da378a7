import RadioLoop

/// Looks for another address of a station. Only the newest search reports a result, and only once.
final class AddressSearch {
    /// The finder of addresses; nil if there is none.
    var find: PlaybackManager.AddressFinder?
    private let loop: EventLoop
    /// The number of the newest search. The result of an older search is ignored.
    private var number = 0

    init(loop: EventLoop) { self.loop = loop }

    func cancel() { number += 1 }

    /// Starts a search. The player gets the result in ``Player/addressDidArrive(_:)``.
    func search(for item: PlaybackItem, _ player: Player) {
        number += 1
        let number = number
        guard let find else { return }
        // The search starts at the end of the turn, because its result may come at once, and the machine must not
        // handle the result while it handles another event.
        loop.post { [weak self, weak player] in
            guard self?.number == number else { return }
            find(item.station) { url in
                self?.loop.post {
                    guard let self, self.number == number else { return }
                    self.number += 1
                    player?.addressDidArrive(url)
                }
            }
        }
    }
}
