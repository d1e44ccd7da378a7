import Glibc
import RadioLoop
import RadioTape

/// A station's tape and recordings go along when another process continues the sound.
extension PlaybackManager {
    /// The file of a recording that another process may make from its beginning. The file has another name meanwhile.
    struct CarriedFile: Sendable {
        var id: Recording.ID
        var path: String
        var aside: String
    }

    /// How ``suspend(then:)`` ends.
    package enum HandoverEnd: Sendable {
        /// The other process continues the sound. Its recordings replace the files that it makes from the beginning.
        case done
        /// The other process took nothing, so that everything goes on here.
        case refused
        /// The other process has taken the tape, but is not heard.
        case taken
    }

    /// Whether a tape of another process can go on here.
    package var takesTape: Bool { policy.timeshift > .zero }

    /// Why the kept sound and the recordings cannot go to another process, in two or three words; nil if they can.
    package var tapeProblem: String? { player.map { $0.tapeProblem } ?? "no station" }

    /// Whether a recording began before the sound that is kept, so that another process cannot make all of it.
    package var hasLongRecording: Bool {
        player.map { !$0.recordings.endless(since: $0.tapeStart).others.isEmpty } ?? false
    }

    /// Prepares to let another process continue the sound. Calls `body` on the loop with the tape and the recordings;
    /// with nil if they cannot be carried. The sound plays on.
    ///
    /// Until ``goOn(_:then:)``, nothing is written to the tape's file, and the recordings wait.
    package func suspend(then body: @escaping (CarriedTape?) -> Void) {
        guard let player, tapeProblem == nil else { return body(nil) }
        player.holdRecordings()
        let files = player.recordings.endless(since: player.tapeStart).whole.map { ($0.id, $0.path) }
        worker.run(orElse: []) {
            files.compactMap { id, path in
                path.flatMap { path in
                    let aside = RecordingNames.incomplete(path, copy: 1)
                    return Folder.rename(path, to: aside) == 0 ? CarriedFile(id: id, path: path, aside: aside) : nil
                }
            }
        } then: { [weak self] (moved: [CarriedFile]) in
            self?.assumeIsolated { $0.carriedFiles = moved }
            player.suspend(then: body)
        }
    }

    /// Ends ``suspend(then:)``, and calls `then` on the loop.
    package func goOn(_ end: HandoverEnd, then: @escaping () -> Void = {}) {
        let files = carriedFiles
        carriedFiles = []
        switch end {
        case .done: player?.recordings.discard(files.map(\.id))
        case .refused, .taken: player?.goOn(isTaken: end == .taken)
        }
        worker.run(orElse: ()) {
            for file in files {
                if case .done = end { unlink(file.aside) } else { _ = Folder.rename(file.aside, to: file.path) }
            }
        } then: {
            then()
        }
    }

    /// Makes an item ready to be played next, with the tape of another process. Calls `then` on the loop, with false if
    /// the tape cannot be read.
    package func prepare(_ item: PlaybackItem, with tape: CarriedTape, then: @escaping (Bool) -> Void) {
        driver.prepare(item, with: tape, then: then)
    }

    /// Makes a recording that another process has begun. Call this when the station with its tape plays.
    package func record(_ carried: CarriedRecording) throws(RecordingError) -> Recording {
        let options = RecordingOptions(carried.isTitle ? .title : .fromNow, folder: carried.folder)
        return try record(options, from: carried.start)
    }
}
