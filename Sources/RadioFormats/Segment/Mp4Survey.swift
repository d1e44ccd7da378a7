/// Lists the outermost boxes of an MP4 segment. A demuxer separately reads the same bytes for their sound.
struct Mp4Survey {
    private var splitter = BoxSplitter()
    private var report = Mp4Report()

    mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        while let event = splitter.next(&rest) {
            guard case .begin(let header) = event else { continue }
            report.boxCount += 1
            guard report.boxes.count < SegmentInspector.maximumEntries else { continue }
            report.boxes.append(
                .init(
                    type: "\(header.type)", offset: header.offset,
                    byteCount: header.bodyLength.map { header.length + $0 }))
        }
    }

    /// Returns a report with the boxes listed so far.
    /// - Parameter movie: the movie that the demuxer read.
    func report(movie: Mp4Movie?) -> Mp4Report {
        var report = report
        report.movie = movie
        return report
    }
}
