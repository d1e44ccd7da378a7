import RadioFormats
import RadioText
import Testing

@testable import LoadServer

struct TitleScriptTests {
    private func titles(_ plan: MountPlan, _ count: Int, seed: UInt64 = 1) -> [TitleScript.Showing] {
        var script = TitleScript(plan, every: .seconds(20), seed: seed)
        return (0..<count).map { _ in script.next() }
    }

    /// Each title that a mount of the load server sends is read by Longwave exactly as the script states it, from the
    /// first title on, although Longwave must learn the charset. (A log could not be checked against the script
    /// otherwise.)
    @Test(arguments: 0..<16)
    func everySongIsReadAsItIsScripted(part: Int) throws {
        for number in stride(from: part, to: 1008, by: 16) {
            let plan = MountPlan(number: number)
            var evidence = CharsetEvidence()
            for showing in titles(plan, 12) {
                let title = showing.title
                let encoded = try #require(plan.charset.encode(title.text), "\(title.text) in \(plan.charset)")
                let block = TimedMetadata(kind: .icy, raw: plan.style.metadata(encoded, mount: number))
                let track = TitleReader.read(
                    block, charset: plan.isDeclared ? plan.charset.label : nil, evidence: &evidence)
                switch title.kind {
                case .song:
                    #expect(track.kind == .song, "\(plan): \(title.text)")
                    #expect(track.artist == title.artist, "\(plan) title \(title.index)")
                    #expect(track.title == title.title, "\(plan) title \(title.index)")
                case .jingle: #expect(track.kind == .jingle)
                case .empty: #expect(track.kind == .none)
                }
            }
        }
    }

    @Test func sameSeedSameTitles() {
        let plan = MountPlan(number: 5)
        #expect(titles(plan, 50) == titles(plan, 50))
        #expect(titles(plan, 50) != titles(plan, 50, seed: 2))
        #expect(titles(plan, 50) != titles(MountPlan(number: 5 + 7 * 9), 50))
    }

    @Test func songsFollowOneAnotherWithWhatIsNoSongBetween() throws {
        let shown = titles(MountPlan(number: 0), 400)
        #expect(shown[0].title.kind == .song)
        var song = -1
        var resumed = 0
        var between = 0
        for (index, showing) in shown.enumerated() {
            guard showing.title.kind == .song else {
                #expect(shown[index - 1].title.kind == .song)
                #expect(showing.title.index == song)
                between += 1
                continue
            }
            if showing.title.index == song {
                #expect(shown[index - 1].title.kind != .song)
                resumed += 1
            } else {
                #expect(showing.title.index == song + 1)
            }
            song = showing.title.index
            #expect(showing.lasts >= .seconds(15) && showing.lasts <= .seconds(25))
        }
        #expect(between > 40)
        #expect(resumed > 10)
        let songs = Set(shown.filter { $0.title.kind == .song }.map(\.title.title))
        #expect(songs.count == song + 1)
    }
}
