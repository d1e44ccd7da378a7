import RadioExport
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioPlayer
import RadioText

/// One export on a loop.
///
/// First reads the source's metadata for the tags, then the whole source.
package final class ExportRun {
    /// Called on the loop with the position in the source and the source's duration, if that is known.
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

    /// Begins to read the source's metadata. The export follows once the metadata is complete or cannot be read.
    package func start() {
        guard !isCancelled else { return }
        load = AssetLoad(
            Station(name: request.source, urls: [request.source]), Asset.Options(), PlaybackConfiguration(), loop: loop,
            pool: pool
        ) { [weak self] facts in
            if let metadata = facts.metadata { self?.begin(metadata) }
        } onEnd: { [weak self] _ in
            // If the source cannot be read, the exporter reports why.
            self?.begin([])
        }
        load?.start()
    }

    /// Cancels the export and deletes what it wrote.
    ///
    /// `onEnd` is called with `.cancelled`.
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
    /// Fills each unset tag from the source's metadata.
    fileprivate mutating func fill(from metadata: [MetadataItem]) {
        func text(_ key: MetadataItem.CommonKey) -> String? { metadata.first { $0.commonKey == key }?.text }
        title = title ?? text(.title)
        artist = artist ?? text(.artist)
        album = album ?? text(.albumName)
        date = date ?? text(.date)
        comment = comment ?? text(.description)
    }
}
