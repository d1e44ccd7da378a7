import Glibc
import Longwave
import RadioLoop

/// Counts what happens to a player, for Prometheus. Used on the player's loop only.
final class PlayerMetrics {
    private var observation: PlaybackObservation?
    private var retries = 0
    private var recoveries = 0
    private var failures = 0
    private var titles = 0
    init(_ manager: isolated PlaybackManager) {
        observation = manager.observe { [weak self] in self?.received($0) }
    }

    private func received(_ notification: PlaybackNotification) {
        switch notification {
        case .willRetry: retries += 1
        case .downloadDidRecover: recoveries += 1
        case .didFail: failures += 1
        case .nowPlayingDidChange: titles += 1
        default: break
        }
    }

    func add(to metrics: inout MetricsText, _ snapshot: PlaybackSnapshot) {
        let (status, tally) = (JSONLine.words(snapshot.status).status, snapshot.tally)
        let all = ["stopped", "waitingToPlay", "playing", "paused", "ended", "failed"]
        metrics.states("player_status", "1 for the player's status, 0 for the others.", by: "status", all, now: status)
        metrics.gauge("player_healthy", "1 while the player does what it should.", Health(snapshot).isFine ? 1 : 0)
        metrics.gauge("player_volume_ratio", "Volume, 0 to 1.", snapshot.volume)
        metrics.gauge("player_muted", "1 while the sound is muted.", snapshot.isMuted ? 1 : 0)
        metrics.gauge("player_queue_entries", "Entries of the queue.", Double(snapshot.queue.count))
        metrics.gauge("player_recordings", "Recordings that are being made.", Double(snapshot.activeRecordings))
        metrics.gauge(
            "player_live_offset_seconds", "Received sound that is not heard yet.", snapshot.liveOffset / .seconds(1))
        metrics.gauge(
            "stream_bytes_per_second", "The stream's bit rate in bytes.", Double(snapshot.stream?.bitRate ?? 0) / 8)
        metrics.counter("player_heard_seconds_total", "Heard sound.", tally.heard / .seconds(1))
        metrics.counter("player_stalls_total", "Times that the sound ran out.", Double(tally.stallCount))
        metrics.counter(
            "player_reconnects_total", "New connections after sound.", Double(tally.reconnectCount))
        metrics.counter("player_switches_total", "Changes to another source of a programme.", Double(tally.switchCount))
        metrics.counter("player_retries_total", "Failed tries to connect.", Double(retries))
        metrics.counter(
            "player_recoveries_total", "Times that sound came again after failed tries.", Double(recoveries))
        metrics.counter("player_failures_total", "Items that could not be played.", Double(failures))
        metrics.counter("player_titles_total", "Titles that were heard.", Double(titles))
    }
}

extension PlaybackSnapshot {
    fileprivate var activeRecordings: Int { recordings.count { $0.state == .recording } }
}

extension MetricsText {
    /// Adds 1 for the value that a label has now, and 0 for its other values.
    fileprivate mutating func states(_ name: String, _ help: String, by label: String, _ all: [String], now: String) {
        series(name, "gauge", help, by: label, all.map { ($0, $0 == now ? 1 : 0) })
    }
}

/// Adds what any program of Longwave measures of itself.
extension MetricsText {
    package mutating func addProcess(program: String) {
        series("build_info", "gauge", "The program's version.", by: "version", [(program, 1)])
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        counter("process_cpu_seconds_total", "Processor time.", seconds(usage.ru_utime) + seconds(usage.ru_stime))
        // The second field of statm is the number of pages in memory (proc(5)).
        var fields: [Int] = []
        if let bytes = try? LocalFile.read("/proc/self/statm", maximum: 256) {
            fields = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        }
        let resident = fields.count > 1 ? fields[1] * Int(getpagesize()) : 0
        gauge("process_resident_memory_bytes", "Memory in use.", Double(resident))
    }
}
