import Longwave
import TestSupport
import Testing

@testable import LongwaveDesktop

@Suite struct SharedPlayerStateTests {
    private static func station(_ number: Int) -> PlaybackItem {
        var station = Station(name: "Station \(number) \"é\"", urls: ["http://radio.test/\(number)", "http://b.test/"])
        station.id = "station-\(number)"
        return PlaybackItem(station)
    }

    private static var full: SharedPlayerState {
        var state = SharedPlayerState()
        state.items = (0..<5).map(station) + [PlaybackItem(Station(name: "a b.mp3", urls: ["/music/a b?%#.mp3"]))]
        state.index = 2
        state.order = [3, 0, 5, 1, 2, 4]
        state.repeatMode = .all
        state.skipsFailedItems = true
        state.isPlaying = true
        (state.position, state.programme) = (61, "shop")
        state.volume = 0.35
        return state
    }

    @Test func comesBackAsItWas() throws {
        #expect(try SharedPlayerState(Self.full.bytes) == Self.full)
        #expect(try SharedPlayerState(SharedPlayerState().bytes) == SharedPlayerState())
        let queue = Self.full.queue
        #expect(queue.current == Self.station(2))
        #expect(queue.isShuffled && queue.repeatMode == .all && queue.skipsFailedItems)
    }

    /// A station is in the queue several times. Each of its entries keeps the id, by which the station has its gain and
    /// is a favourite.
    @Test func oneStationTwice() throws {
        var state = Self.full
        state.items = [0, 1, 0, 0, 2, 1].map(Self.station)
        let read = try SharedPlayerState(state.bytes)
        #expect(read == state)
        #expect(read.items.map(\.station.id) == [0, 1, 0, 0, 2, 1].map { "station-\($0)" })
    }

    /// The file with the shared player's state is cut off. It is refused with the right error.
    @Test func aDamagedFile() {
        let bytes = Self.full.bytes
        for end in 0..<bytes.count - 2 {
            #expect(throws: SharedPlayerState.Unreadable.self) { try SharedPlayerState(Array(bytes[..<end])) }
        }
    }

    @Test(arguments: [
        #""index":-1"#, #""index":6"#, #""index":1e99"#, #""index":"2""#, #""index":null"#,
    ]) func aPlaceThatIsNone(_ index: String) throws {
        let text = String(decoding: Self.full.bytes, as: UTF8.self).replacing(#""index":2"#, with: index)
        #expect(try SharedPlayerState(Array(text.utf8)).index == 0)
    }

    @Test(arguments: ["[3,0,5,1,2]", "[3,0,5,1,2,2]", "[3,0,5,1,2,6]", "[3,0,5,1,2,-1]", "7"])
    func anOrderThatIsNone(_ order: String) throws {
        let text = String(decoding: Self.full.bytes, as: UTF8.self).replacing("[3,0,5,1,2,4]", with: order)
        #expect(try SharedPlayerState(Array(text.utf8)).order == nil)
    }

    @Test func anotherVersion() {
        #expect(throws: SharedPlayerState.Unreadable.self) { try SharedPlayerState(Array(#"{"version":2}"#.utf8)) }
    }

    /// The queue is too long for the file, so only its current entry is written.
    @Test func aLongQueue() throws {
        var state = SharedPlayerState()
        let item = Self.station(1)
        state.items = Array(repeating: item, count: SharedPlayerState.maximumItems) + [Self.station(2)]
        state.index = SharedPlayerState.maximumItems
        let read = try SharedPlayerState(state.bytes)
        #expect(read.items == [Self.station(2)] && read.index == 0)
    }
}
