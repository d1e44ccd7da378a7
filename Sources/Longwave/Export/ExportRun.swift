import RadioExport
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioPlayer
import RadioText

/// Runs one export on the player's loop.
///
/// Reads the source twice: first its metadata, for the tags of the new file, then its sound.
package final class ExportRun {
    /// Called on the loop with the position reached in the source and with the end of the requested range. If the range
    /// has no end, `of` is the source's duration, or nil if that is unknown.
    package var onProgress: ((_ at: MediaTime, _ of: MediaTime?) -> Void)?

    private let loop: EventLoop
    private let pool: TransferPool
    private var request: ExportRequest
    private let onEnd: (Result<Duration, ExportError>) -> Void
    private var load: AssetLoad?
    private var exporter: Exporter?
    private var isCancelled = false

    package init(
        loop: EventLoop, pool: TransferPool, _ request: ExportRequest,
        onEnd: @escaping (Result<Duration, ExportError>) -> Void
    ) {
        self.loop = loop
        self.pool = pool
        self.request = request
        self.onEnd = onEnd
    }

    /// Starts to read the source's metadata. Once the metadata is complete or cannot be read, the sound is exported.
    package func start() {
        guard !isCancelled else { return }
        load = AssetLoad(
            Station(name: request.source, urls: [request.source]), Asset.Options(), PlaybackConfiguration(), loop: loop,
            pool: pool
        ) { [weak self] facts in
            if let metadata = facts.metadata { self?.begin(metadata) }
        } onEnd: { [weak self] _ in
            // Without metadata, the sound is exported all the same. If the source cannot be read at all, the exporter
            // reports the reason.
            self?.begin([])
        }
        load?.start()
    }

    /// Cancels the export and deletes the unfinished file.
    ///
    /// `onEnd` is called with the error ``ExportError/cancelled``.
    package func cancel() {
        guard !isCancelled else { return }
        isCancelled = true
        load?.cancel()
        if let exporter { exporter.cancel() } else { onEnd(.failure(.cancelled)) }
    }

    private func begin(_ metadata: [MetadataItem]) {
        guard exporter == nil, !isCancelled else { return }
        load?.cancel()
        request.tags.fill(from: metadata)
        let exporter = Exporter(loop: loop, pool: pool, request) { [weak self] result in
            self?.onEnd(result.map(\.duration))
        }
        self.exporter = exporter
        exporter.onProgress = { [weak self] in self?.onProgress?($0, $1) }
        exporter.start()
    }
}

extension ExportTags {
    /// Sets each tag that is nil to the source's value for it.
    fileprivate mutating func fill(from metadata: [MetadataItem]) {
        func text(_ key: MetadataItem.CommonKey) -> String? { metadata.first { $0.commonKey == key }?.text }
        title = title ?? text(.title)
        artist = artist ?? text(.artist)
        album = album ?? text(.albumName)
        date = date ?? text(.date)
        comment = comment ?? text(.description)
    }
}
