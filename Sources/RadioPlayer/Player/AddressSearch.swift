import RadioLoop

/// Looks for another address of a station; only the newest search is answered, once.
final class AddressSearch {
    /// Who is asked; nil where there is nobody.
    var find: PlaybackManager.AddressFinder?
    private let loop: EventLoop
    /// Tells the answers to the newest search from those to the ones before.
    private var number = 0

    init(loop: EventLoop) { self.loop = loop }

    func cancel() { number += 1 }

    func search(for item: PlaybackItem, _ player: Player) {
        number += 1
        let number = number
        guard let find else { return }
        // An answer may come at once; the machine is not stepped from inside its step.
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
