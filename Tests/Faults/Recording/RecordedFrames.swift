/// Compares the files of a recording with the frames that the station sent.
package struct RecordedFrames {
    package struct File {
        package var name: String
        package var frames: [[UInt8]]

        package init(name: String, frames: [[UInt8]]) {
            self.name = name
            self.frames = frames
        }
    }

    /// The sent frames that are in no file although frames before and after them are: ranges of indices in `source`.
    package private(set) var missing: [Range<Int>] = []
    /// For each file, the index in `source` of the file's first frame.
    package private(set) var beginnings: [Int] = []
    /// One more than the index in `source` of the last recorded frame, or nil if no frame was recorded.
    package private(set) var end: Int?
    package private(set) var problems: [String] = []

    /// Compares the files of a recording with the frames that were sent.
    /// - Parameters:
    ///   - source: The frames that were sent. No two are equal.
    ///   - files: The files in their order.
    package init(of source: [[UInt8]], in files: [File]) {
        let numbers = Dictionary(source.enumerated().map { ($1, $0) }) { first, _ in first }
        for file in files {
            if file.frames.isEmpty { problems.append("\(file.name) holds no frame") }
            for (index, frame) in file.frames.enumerated() {
                guard let number = numbers[frame] else {
                    problems.append("\(file.name): frame \(index) was never sent")
                    break
                }
                if index == 0 { beginnings.append(number) }
                if let end, number < end {
                    problems.append("\(file.name): frame \(index) is the source's \(number), behind \(end - 1)")
                    break
                }
                if let end, number > end { missing.append(end..<number) }
                end = number + 1
            }
        }
    }
}
