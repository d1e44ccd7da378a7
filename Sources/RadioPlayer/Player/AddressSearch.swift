import RadioLoop

/// Looks for another address of a station. Only the newest search is answered, and only once.
final class AddressSearch {
    /// The finder of addresses; nil if there is none.
    var find: PlaybackManager.AddressFinder?
    private let loop: EventLoop
    /// The number of the newest search. An answer to an older search is ignored.
    private var number = 0

    init(loop: EventLoop) { self.loop = loop }

    func cancel() { number += 1 }

    /// Starts a search. The player gets its answer in ``Player/addressDidArrive(_:)``.
    func search(for item: PlaybackItem, _ player: Player) {
        number += 1
        let number = number
        guard let find else { return }
        // The search is posted to the end of the turn, because its answer may come at once, and the machine must not
        // handle an event while it handles another.
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
