import COgg

/// Counts the pages of an Ogg stream by link and logical stream, for a report.
///
/// ``OggLink`` reads the sound, as in a player. The report therefore counts the samples that a player would play.
package final class OggSurvey {
    /// Maximum number of links that the report describes; further links are only counted.
    package static let maximumLinks = 1024
    /// Maximum total length of all comments in the report, in bytes.
    package static let maximumCommentBytes = 4 << 20

    private let pages = OggPages()
    private var link = OggLink()
    private var current: OggReport.Link?
    /// The number that the next page of each logical stream of the current link should have, in the order of the
    /// report's streams.
    private var nextNumbers: [Int] = []
    private var counts = OggReport()
    private var commentBytes = 0

    package init() {}

    package func feed(_ bytes: UnsafeRawBufferPointer) { pages.feed(bytes) { take($0) } }

    /// Ends the stream and returns the report.
    package func finish() -> OggReport {
        close()
        counts.damagedPageCount = pages.damagedCount
        counts.garbageByteCount = Int(pages.garbage)
        return counts
    }

    /// Adds a page and the sound in it to the report.
    private func take(_ page: UnsafeMutablePointer<ogg_page>) {
        let offset = counts.byteCount + Int(pages.garbage)
        let length = page.pointee.header_len + page.pointee.body_len
        counts.pageCount += 1
        counts.byteCount += length
        let isFirst = ogg_page_bos(page) != 0
        if isFirst, link.hasBegun {
            close()
            link = OggLink()
        }
        if current == nil { current = OggReport.Link(offset: offset) }
        count(page, isFirst: isFirst, length: length)
        link.add(page) { element in
            switch element {
            case .packet(let packet):
                current?.packetCount += 1
                current?.sampleCount += Int64(packet.sampleCount)
            case .discontinuity: current?.breakCount += 1
            case .format, .metadata, .position, .end: break
            }
        }
    }

    /// Adds a page to the counts of its logical stream.
    private func count(_ page: UnsafeMutablePointer<ogg_page>, isFirst: Bool, length: Int) {
        let serial = UInt32(bitPattern: ogg_page_serialno(page))
        let number = ogg_page_pageno(page)
        guard let index = index(of: serial, page, isFirst: isFirst, number: number) else { return }
        current?.streams[index].pageCount += 1
        current?.streams[index].byteCount += length
        // A live server sends a new listener the header pages and then the current pages. A gap in the page numbers
        // before the first sound is therefore normal.
        if nextNumbers[index] != number, current?.streams[index].firstGranule != nil {
            current?.streams[index].holeCount += 1
        }
        nextNumbers[index] = number + 1
        if ogg_page_eos(page) != 0 { current?.streams[index].isComplete = true }
        let granule = ogg_page_granulepos(page)
        // Header pages have granule position zero, and pages on which no packet ends have −1.
        guard granule > 0 else { return }
        if current?.streams[index].firstGranule == nil { current?.streams[index].firstGranule = granule }
        current?.streams[index].lastGranule = granule
    }

    /// Returns the index of a page's logical stream in the current link. Adds the stream if it is new. Returns nil
    /// beyond the maximum number of streams.
    private func index(
        of serial: UInt32, _ page: UnsafeMutablePointer<ogg_page>, isFirst: Bool, number: Int
    ) -> Int? {
        if let index = current?.streams.firstIndex(where: { $0.serial == serial }) { return index }
        current?.streamCount += 1
        guard let count = current?.streams.count, count < OggLink.maximumStreams else { return nil }
        var stream = OggReport.Stream(serial: serial)
        if isFirst {
            let body = UnsafeRawBufferPointer(start: page.pointee.body, count: page.pointee.body_len)
            stream.name = OggContent.name(body)
        }
        current?.streams.append(stream)
        nextNumbers.append(number)
        return count
    }

    /// Ends the current link and adds it to the report.
    private func close() {
        guard var link = current else { return }
        current = nil
        nextNumbers = []
        link.format = self.link.format
        link.trimmedCount = self.link.trimmedCount
        link.unsupported = self.link.unsupported
        if let serial = self.link.playedSerial.map(UInt32.init(bitPattern:)),
            let index = link.streams.firstIndex(where: { $0.serial == serial })
        {
            link.streams[index].isPlayed = true
        }
        counts.duration = counts.duration + link.duration
        counts.linkCount += 1
        guard counts.links.count < Self.maximumLinks else { return }
        if let comments = self.link.comments, commentBytes + comments.count <= Self.maximumCommentBytes {
            commentBytes += comments.count
            link.comments = comments
        }
        counts.links.append(link)
    }
}
