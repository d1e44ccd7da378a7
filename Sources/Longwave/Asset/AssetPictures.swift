import RadioDirectory
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioPlayer
import RadioText

/// Finds the pictures in the metadata of a file or station, such as the cover in an ID3 tag, without playing it.
///
/// An instance is used on the loop's thread only.
package final class AssetPictures {
    private var load: AssetLoad?
    private var completion: (([ArtworkCandidate]) -> Void)?

    /// Starts to look for pictures. To stop early, release the instance.
    ///
    /// - Parameters:
    ///   - station: the station or file. Its addresses are tried one after another.
    ///   - loop: the loop on which the pictures are received and `completion` is called.
    ///   - completion: called once, with the pictures. The array is empty if the metadata has no picture, or does not
    ///     arrive within the time and size that `AssetLimits` allows.
    /// - Throws: `TransferError.resources` if the system has no memory or file descriptors left.
    package init(
        of station: Station, on loop: EventLoop, _ completion: @escaping ([ArtworkCandidate]) -> Void
    ) throws(TransferError) {
        self.completion = completion
        load = AssetLoad(
            station, Asset.Options(), PlaybackConfiguration(), loop: loop, pool: try TransferPool(loop: loop)
        ) { [weak self] facts in
            if let items = facts.metadata { self?.end(items) }
        } onEnd: { [weak self] _ in
            self?.end([])
        }
        load?.start()
    }

    deinit { load?.cancel() }

    private func end(_ items: [MetadataItem]) {
        load?.cancel()
        let pictures = items.items(.artwork).compactMap { item -> ArtworkCandidate? in
            switch item.value {
            case .picture(let bytes, _): .embedded(bytes)
            case .text(let address): .track(address)
            case .data: nil
            }
        }
        completion.take()?(pictures)
    }
}
