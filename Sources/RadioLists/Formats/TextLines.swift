import RadioText

/// The lines of a list, without white space at both ends. Empty lines are left out. A line ends with LF, CR, both, or a
/// zero byte.
///
/// Each line is decoded on its own, as UTF-8 or, if invalid, as windows-1252, because many lists were combined from
/// several sources.
struct TextLines<Bytes: RandomAccessCollection<UInt8>>: Sequence, IteratorProtocol where Bytes.Index == Int {
    private let bytes: Bytes
    private let end: Int
    private var position: Int

    /// - Parameters:
    ///   - bytes: the whole list, with indices from 0. A byte order mark at the beginning is skipped.
    ///   - maximumBytes: the number of bytes after which the rest of the list is ignored. A line that crosses this
    ///     limit is left out.
    init(_ bytes: Bytes, maximumBytes: Int = .max) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if bytes.count - position > maximumBytes {
            let kept = bytes[position..<(position + maximumBytes)]
            // The line at the limit may be incomplete and is left out: half an address would be another address.
            end = kept.lastIndex { $0 == 0x0A || $0 == 0x0D } ?? position
        } else {
            end = bytes.count
        }
    }

    mutating func next() -> String? {
        while position < end {
            let start = position
            while position < end, bytes[position] != 0x0A, bytes[position] != 0x0D, bytes[position] != 0 {
                position += 1
            }
            let line = Self.trimmed(bytes, start..<position)
            position += 1
            if !line.isEmpty { return Self.text(bytes[line]) }
        }
        return nil
    }

    private static func text(_ line: Bytes.SubSequence) -> String {
        String(validating: line, as: UTF8.self) ?? TextDecoding.decode(Array(line))
    }

    /// Returns the part of `range` without the white space and control characters at its ends.
    static func trimmed(_ bytes: Bytes, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
        return start..<end
    }
}
