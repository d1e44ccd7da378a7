import RadioFormats
import Testing

@testable import RadioTape

@Suite struct TitleCutterTests {
    private static let kinds: [TrackInfo.Kind] = [.song, .advertisement, .jingle, .song, .none, .speech]

    @Test(
        arguments: [
            (.init(), true, [.none, .none, .none, .none, .none, .none]),
            (.init(leavesOutAdvertisements: true), true, [.none, .leftOut, .leftOut, .none, .none, .none]),
            (.init(splits: true), false, [.leftOut, .newFile, .newFile, .newFile, .newFile, .newFile]),
            (
                .init(splits: true, keepsFirst: true), false,
                [.newFile, .newFile, .newFile, .newFile, .newFile, .newFile]
            ),
            (
                .init(splits: true, leavesOutAdvertisements: true), false,
                [.leftOut, .leftOut, .leftOut, .newFile, .newFile, .newFile]
            ),
        ] as [(TitleCutter.Settings, Bool, [TitleCutter.Cut])])
    func cuts(_ settings: TitleCutter.Settings, _ keepsBeforeFirst: Bool, _ expected: [TitleCutter.Cut]) {
        var cutter = TitleCutter(settings)
        #expect(cutter.keepsBeforeFirst == keepsBeforeFirst)
        #expect(Self.kinds.map { cutter.begin($0) } == expected)
    }
}
