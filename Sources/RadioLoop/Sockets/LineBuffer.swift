/// Splits received bytes into lines that end with a line feed. Pure.
package struct LineBuffer {
    package init() {}

    private var bytes: [UInt8] = []
    /// The index in `bytes` of the first byte that ``next()`` has not returned.
    private var start = 0
    /// The index in `bytes` up to which the bytes were searched for the next line feed.
    private var searched = 0

    /// The number of bytes that ``next()`` has not returned yet, including the last, incomplete line.
    package var count: Int { bytes.count - start }

    package mutating func append(_ new: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes += new
    }

    /// Returns the next complete line without its line feed; nil if there is none.
    package mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        let line = Array(bytes[start..<end])
        start = end + 1
        searched = start
        return line
    }
}
