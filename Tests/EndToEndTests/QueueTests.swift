import RadioFormats
import RadioPlayer
import TestSupport
import Testing

/// How a player moves through its queue. These players have no sound server.
@Suite struct QueueTests {
    /// An item that ends by itself: a short file.
    private let file = PlaybackItem(url: Sample.mp3At8000.path)
    private let missing = PlaybackItem(url: "/nowhere/nothing.mp3")
    /// Stations, which never end, however slow the computer is.
    private let servers: [IcyServer]
    private let (first, other, third): (PlaybackItem, PlaybackItem, PlaybackItem)

    init() throws {
        servers = try (0..<3).map { _ in try IcyServer(.mp3) }
        first = PlaybackItem(url: servers[0].url)
        other = PlaybackItem(url: servers[1].url)
        third = PlaybackItem(url: servers[2].url)
    }

    private func stop(_ player: ObservedPlayer) {
        player.shutDown()
        for server in servers { server.stop() }
    }

    private func player() throws -> ObservedPlayer { try ObservedPlayer(PlaybackConfiguration(output: .null)) }

    /// Returns the addresses of the items that the player played, in order.
    private func played(_ player: ObservedPlayer) -> [String] {
        player.entries.compactMap { entry in
            guard case .itemDidChange(let snapshot) = entry.notification else { return nil }
            return name(snapshot.item)
        }
    }

    private func name(_ item: PlaybackItem?) -> String { item?.urls.first ?? "" }

    private func plays(_ item: PlaybackItem, _ player: ObservedPlayer, from mark: Int = 0) async -> Bool {
        await player.told(from: mark) {
            guard case .statusDidChange(let snapshot) = $0 else { return false }
            return snapshot.status == .playing && name(snapshot.item) == name(item)
        } != nil
    }

    @Test func anotherQueueBeginsWithItsFirst() async throws {
        let player = try player()
        defer { stop(player) }
        let (manager, file, other, third) = (player.manager, file, other, third)
        // An observer replaces the queue at the moment when the file starts to play, long before the file can end.
        manager.loop.postFromAnyThread {
            manager.assumeIsolated {
                $0.keepObserving { notification in
                    guard case .statusDidChange(let snapshot) = notification, snapshot.status == .playing,
                        snapshot.item == file
                    else { return }
                    manager.assumeIsolated { $0.setQueue([other, third]) }
                }
            }
        }
        await manager.play(file)
        #expect(await plays(other, player), "\(player.story)")
        await manager.setQueue([third, first])
        await manager.next()
        #expect(await plays(third, player), "\(player.story)")
        #expect(played(player) == [file, other, third].map(name))
    }

    @Test func afterAStopThePresentItemPlays() async throws {
        let player = try player()
        defer { stop(player) }
        await player.manager.play(first)
        #expect(await plays(first, player), "\(player.story)")
        await player.manager.stop()
        await player.manager.setQueue([other])
        await player.manager.play()
        #expect(await plays(other, player), "\(player.story)")
        await player.manager.stop()
        await player.manager.remove(at: 0)
        await player.manager.play()
        #expect(await player.manager.snapshot.status == .stopped)
        #expect(played(player) == [first, other].map(name))
    }

    @Test func takingOutWhatPlays() async throws {
        let player = try player()
        defer { stop(player) }
        await player.manager.play([first, other, third])
        #expect(await plays(first, player), "\(player.story)")
        await player.manager.pause()
        #expect(await player.told(.paused(.user)) != nil)
        var mark = player.mark
        await player.manager.remove(at: 0)
        #expect(await player.settles { $0.item == other && !$0.loadedTimeRanges.isEmpty })
        #expect(await player.manager.snapshot.status == .paused(.user))
        await player.manager.play()
        #expect(await plays(other, player, from: mark), "\(player.story)")
        mark = player.mark
        await player.manager.playQueue(at: 1)
        #expect(await plays(third, player, from: mark), "\(player.story)")
        // The removed item plays and is the last of the queue, so the player stops.
        await player.manager.remove(at: 1)
        #expect(await player.manager.snapshot.status == .stopped)
        #expect(await player.manager.queue.items == [other])
        #expect(played(player) == [first, other, third].map(name))
    }

    /// When an item ends or fails, an observer starts another item. The player plays the observer's item, not the next
    /// item of the old queue.
    @Test(arguments: [true, false]) func whatAnObserverStartsIsPlayed(_ fails: Bool) async throws {
        let player = try player()
        defer { stop(player) }
        let (manager, other, third) = (player.manager, other, third)
        manager.loop.postFromAnyThread {
            manager.assumeIsolated {
                $0.keepObserving { notification in
                    switch notification {
                    case .didFail, .didPlayToEnd:
                        manager.assumeIsolated { if $0.queue.items.count == 1 { $0.play([other, third]) } }
                    default: break
                    }
                }
            }
        }
        await manager.play(fails ? missing : file)
        #expect(await plays(other, player), "\(player.story)")
        #expect(played(player) == [fails ? missing : file, other].map(name))
        #expect(await manager.queue.entries.allSatisfy { $0.failure == nil })
    }

    /// `skipToBeginning()` plays a file from its start.
    @Test func aFileBeginsAgain() async throws {
        let player = try player()
        defer { stop(player) }
        await player.manager.play(PlaybackItem(url: Sample.mp3.path))
        #expect(await player.told { $0.snapshot.status == .playing } != nil)
        #expect(await player.settles { $0.currentTime > MediaTime(seconds: 2.5) })
        let mark = player.mark
        await player.manager.skipToBeginning()
        let again = await player.told(.playing, from: mark)
        #expect(try #require(again).snapshot.currentTime < MediaTime(seconds: 1), "\(player.story)")
    }
}
