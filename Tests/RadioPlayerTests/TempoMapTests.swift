import Testing

@testable import RadioPlayer

@Suite struct TempoMapTests {
    @Test func withoutATempoBothAreTheSame() {
        let map = TempoMap()
        #expect(map.sound(output: 12_345) == 12_345 && map.output(sound: 7) == 7)
    }

    @Test func thereAndBack() {
        var map = TempoMap()
        map.append(output: 1000, sound: 1000, rate: 1.5)
        map.append(output: 2000, sound: 2500, rate: 0.5)
        map.append(output: 4000, sound: 3500, rate: 1)
        let rows: [(output: Int64, sound: Int64)] = [
            (0, 0), (999, 999), (1000, 1000), (1100, 1150), (2000, 2500), (3000, 3000), (4000, 3500), (9000, 8500),
        ]
        for row in rows {
            #expect(map.sound(output: row.output) == row.sound)
            #expect(map.output(sound: row.sound) == row.output)
        }
        // An entry for an earlier output frame replaces all entries for later ones.
        map.append(output: 1500, sound: 1750, rate: 1)
        #expect(map.sound(output: 4000) == 4250)
        map.removeAll()
        #expect(map.sound(output: 1100) == 1100)
    }

    @Test func itIsBounded() {
        var map = TempoMap()
        for step in 0..<10_000 { map.append(output: Int64(step) * 10, sound: Int64(step) * 20, rate: 2) }
        #expect(map.sound(output: 99_990) == 199_980)
        #expect(map.sound(output: 99_990 - 10 * 63) == 199_980 - 20 * 63)
    }
}
