import RadioFormats
import RadioLoop
import RadioStations
import TestSupport

@testable import Longwave

/// A shop's radio for weeks on a clock that the test turns: the real player, programme and schedule, and connections to
/// stations on the loopback. Each day brings the same trouble.
///
///     00:00  station 3, until 07:30; away for 20 s at 02:30
///     07:45  an alarm with station 4, which a person stops at 07:50
///     08:00  the programme of stations 1 and 2 and a file; 1 is away from 09:20 to 09:30 and silent from 12:20 to
///            12:26, and both are away from 15:20 to 15:22
///     20:00  station 3
///
/// All connections break in the 13th minute of each hour.
final class SimulatedMonth: @unchecked Sendable {  // The test's thread turns the loop, and nothing else uses this.
    let loop: EventLoop
    let stations: [VirtualStation]
    private let player: VirtualRadio
    private let folder: TemporaryDirectory
    private var runner: ScheduleRunner?
    private var observation: PlaybackObservation?
    private let zone: LocalZone

    // What the simulation has observed.
    private(set) var problems: [String] = []
    /// The seconds of each source since the last call of ``takeHeard()``.
    private var heard = [Double](repeating: 0, count: 8)
    private(set) var said: [String] = []
    private(set) var switches: [ProgrammePlace.Reason: Int] = [:]
    /// The largest deviation of the delay to live from that at the beginning of a connection, in seconds.
    private(set) var largestDrift = 0.0
    private(set) var drifts: [Int: Double] = [:]

    /// How long the sound that is expected may be missing.
    private var patience = Duration.zero
    private var expected: Set<Int> = []
    private var missing = Duration.zero
    /// How much longer small steps are made. Until sound arrives, the disk and the network of the computer get time in
    /// each step.
    private var unrest = Duration.seconds(60)
    private var delay: (station: Int, first: Double, since: MonotonicInstant)?
    private var lastMinute = -1

    private static let hour = 3600
    /// The stations' clocks are faster by so many parts per million.
    static let ppm = [80.0, -80, 80, 0]

    init(startingAt time: String, zone: LocalZone = .berlin) throws {
        loop = try .byHand()
        folder = try TemporaryDirectory()
        self.zone = zone
        loop.setWallClock(milliseconds: utc(time) * 1000)
        stations = try [1, 2, 3, 4].map { [loop] in try VirtualStation($0, loop: loop, ppm: Self.ppm[$0 - 1]) }
        let file = (0..<300).flatMap { VirtualStation.frame($0, value: VirtualStation.fileValue) }
        try folder.write("last/resort.flac", VirtualStation.beginning + file)
        var programme = Programme(name: "shop", sources: stations[..<2].map(\.url) + [folder.path + "/last"])
        programme.isWarm = true
        player = VirtualRadio(loop, programme)
        func source(_ station: VirtualStation) -> PlayRequest.Source {
            .stations([Station(name: station.name, urls: [station.url])])
        }
        let schedule = Schedule([
            .init("day", at: 8 * Self.hour, until: 20 * Self.hour, .play(.programme("shop"), volume: 0.8)),
            .init("night", at: 20 * Self.hour, until: 7 * Self.hour + 1800, .play(source(stations[2]), volume: 0.3)),
            .init("wake", at: 7 * Self.hour + 2700, .alarm(.init([source(stations[3])], fadeIn: .zero))),
        ])
        try folder.write("schedule.json", schedule.bytes)
        player.radio.manager.assumeIsolated { manager in
            runner = ScheduleRunner(
                player.radio, path: folder.path + "/schedule.json", seen: nil, zone: zone, on: manager
            ) { [weak self] in self?.said.append($0) }
            observation = manager.observe { [weak self] in
                if case .sourceDidChange(let snapshot) = $0, let change = snapshot.programme?.lastSwitch {
                    self?.switches[change.reason, default: 0] += 1
                }
            }
        }
    }

    deinit {
        player.radio.manager.assumeIsolated { manager in
            runner?.end(manager)
            observation = nil
        }
    }

    var clock: LocalClock { zone.clock(at: loop.wallClock.milliseconds(loop.now) / 1000) }
    func takeHeard() -> [Double] {
        defer { heard = heard.map { _ in 0 } }
        return heard
    }

    /// Sets the wall clock, as a time server does.
    func setClock(by seconds: Int) { setClock(utc: loop.wallClock.milliseconds(loop.now) / 1000 + Int64(seconds)) }

    func setClock(utc: Int64) {
        loop.setWallClock(milliseconds: utc * 1000)
        player.radio.manager.assumeIsolated { $0.onClockSet?() }
    }

    // MARK: Time

    func run(_ duration: Duration) {
        let end = loop.now.advanced(by: duration)
        while loop.now < end { turn(atMost: loop.now.duration(to: end)) }
    }

    private func turn(atMost longest: Duration) {
        arrange()
        let isCalm = unrest <= .zero
        let step = min(isCalm ? .seconds(5) : .milliseconds(200), longest)
        let isSettled = missing == .zero && player.snapshot.download == .receiving
        if !isCalm, !isSettled { loop.turn(for: .milliseconds(1)) }
        loop.pass(step)
        observe(step)
    }

    /// Causes the trouble of the time of day, and changes what is expected.
    private func arrange() {
        let second = clock.second
        func isBetween(_ from: (Int, Int), _ to: (Int, Int)) -> Bool {
            (from.0 * Self.hour + from.1 * 60..<to.0 * Self.hour + to.1 * 60).contains(second)
        }
        let areAllAway = isBetween((15, 20), (15, 22))
        stations[0].isAway = isBetween((9, 20), (9, 30)) || areAllAway
        stations[0].isDeadAir = isBetween((12, 20), (12, 26))
        stations[1].isAway = areAllAway
        stations[2].isAway = isBetween((2, 30), (2, 31)) && second % 60 < 20
        let minute = second / 60
        if minute != lastMinute {
            lastMinute = minute
            if minute % 60 == 12 {
                for station in stations { station.drop() }
                unrest = .seconds(10)
            }
            if minute == 7 * 60 + 50 { player.perform(.stop) }
        }
        let sources: Set<Int> =
            if isBetween((7, 30), (7, 45)) || isBetween((7, 50), (8, 0)) {
                []
            } else if isBetween((7, 45), (7, 50)) {
                [4]
            } else if isBetween((8, 0), (20, 0)) {
                areAllAway ? [7] : stations[0].isAway || stations[0].isDeadAir ? [2] : [1]
            } else {
                stations[2].isAway ? [0, 3] : [3]
            }
        guard sources != expected else { return }
        // A preferred source must be well for a minute, and then the programme waits for a good moment of up to five
        // minutes. Dead air lasts for 15 s before it is noticed.
        let isReturn = sources == [1] && !expected.isEmpty && !expected.isDisjoint(with: [2, 7])
        (expected, patience) = (sources, isReturn ? .seconds(380) : .seconds(30))
        unrest = .seconds(40)
    }

    private func observe(_ step: Duration) {
        let new = player.ear.take()
        for source in new.indices { heard[source] += new[source] }
        let sounding = Set(new.indices.filter { new[$0] > 0.05 })
        // While station 3 is away, which no programme replaces, nothing need sound.
        let mayBeSilent = expected.isEmpty || expected.contains(0)
        let isRight = sounding.isEmpty ? mayBeSilent : !sounding.isDisjoint(with: expected)
        patience = max(patience - step, .zero)
        missing = isRight ? .zero : missing + step
        // The output reports what it has played every half second.
        if missing > .seconds(6), patience == .zero {
            let time = LocalTime.text(ofSecond: clock.second)
            problems.append("at \(time) of day \(clock.day): \(sounding), not \(expected) (\(player.snapshot.status))")
            missing = .zero
            patience = .seconds(600)
        }
        unrest = isRight ? unrest - step : max(unrest - step, .milliseconds(200))
        watchDelay()
    }

    /// Follows the delay to live while one station is heard.
    private func watchDelay() {
        guard let last = player.ear.last, expected == [last.station] else { return delay = nil }
        guard unrest <= .zero, last.at.duration(to: loop.now) < .seconds(1) else { return }
        let seconds = stations[last.station - 1].delay(of: last.frame, heardAt: last.at)
        if let delay, delay.station == last.station {
            largestDrift = max(largestDrift, abs(seconds - delay.first))
            if delay.since.duration(to: loop.now) > .seconds(1800) { drifts[last.station] = player.snapshot.drift }
        } else {
            delay = (last.station, seconds, loop.now)
        }
    }
}
