import Testing

@testable import FaultRows

/// The problems that `RecordedFrames` reports about a recording, and the cases in which there is none.
@Suite struct RecordedFramesTests {
    private static let source = (0..<20).map { [UInt8($0), 7] }

    private func found(_ files: [[Int]]) -> RecordedFrames {
        RecordedFrames(
            of: Self.source,
            in: files.enumerated().map { index, frames in
                .init(name: "\(index)", frames: frames.map { $0 < 0 ? [99] : Self.source[$0] })
            })
    }

    @Test func allOfIt() {
        let found = found([Array(3..<8), Array(8..<9), Array(9..<15)])
        #expect(found.problems.isEmpty && found.missing.isEmpty)
        #expect(found.beginnings == [3, 8, 9] && found.end == 15)
    }

    @Test func somethingIsMissing() {
        let found = found([[3, 4, 7, 8], [10]])
        #expect(found.problems.isEmpty && found.missing == [5..<7, 9..<10])
    }

    @Test(arguments: [[[3, 4], [4, 5]], [[3, 2]], [[3, -1, 4]], [[3], []], [[5], [3, 4]]])
    func whatIsWrong(_ files: [[Int]]) { #expect(found(files).problems.count == 1) }
}
