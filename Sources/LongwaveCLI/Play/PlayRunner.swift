import ArgumentParser
import Glibc
import Longwave
import Synchronization

/// Makes a manager, runs one session on this thread, and ends with its exit code.
struct PlayRunner {
    var sound: SoundOptions
    var format: FormatOptions
    var hls = HlsSettings()
    var titleRules = TitleRuleSet()
    var endAfter: Duration?
    /// The demonstration leaves no trace.
    var remembers = true
    /// The file for what was heard; nil: nothing is written down.
    var history: HistoryOptions.Place?
    /// The file in which is counted what was heard; nil: nothing is.
    var listener: String?
    /// Who is told that a station of the directory is heard, and asked where it is now; nil: nobody.
    var directory: DirectoryAddress?

    /// Whether pictures are shown, where the look has room for them.
    var artwork = ArtworkOptions.none

    typealias Find = @Sendable (MemoryStore?, EventLoop, @escaping PlaySession.Found) -> Void

    private final class Result: Sendable {
        let ending = Mutex(PlaySession.Ending())
    }

    func run(find: @escaping Find) throws {
        var options = format.playOptions(endAfter: endAfter)
        options.volume = sound.volume.map { $0 / 100 }
        options.history = history
        options.listener = listener
        options.directory = directory
        options.artwork = artwork.display(isTerminal: options.look == .live)
        let manager: PlaybackManager
        do {
            var configuration = sound.configuration
            configuration.policy.hls = hls
            configuration.titleRules = titleRules
            manager = try PlaybackManager(configuration)
        } catch {
            OutputSink.writeAll(STDERR_FILENO, "longwave: \(error)\n")
            throw ArgumentParser.ExitCode(ExitCode.unavailable.rawValue)
        }
        let result = Result()
        manager.runHere { [options, remembers] manager in
            let memory = remembers ? MemoryStore(environment: Environment.folders) : nil
            let session = PlaySession(options, memory: memory) { ending in result.ending.withLock { $0 = ending } }
            session.start(on: manager, find: find)
        }
        let ending = result.ending.withLock { $0 }
        // The loop has ended, the sound too: now the disk may take its time.
        if let problem = ending.write?(), options.isVerbose {
            let text = Sanitiser(charset: options.charset)(problem)
            OutputSink.writeAll(STDERR_FILENO, "longwave: \(text)\n")
        }
        if ending.code == .interrupted { Interrupt.passOn() }
        if ending.code != .ended { throw ArgumentParser.ExitCode(ending.code.rawValue) }
    }
}
