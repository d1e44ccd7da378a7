import RadioTape

/// A station's tape and recordings go along when another process continues the sound.
extension PlaybackManager {
    /// Whether a tape of another process can go on here.
    package var takesTape: Bool { policy.timeshift > .zero }

    /// Why the kept sound and the recordings cannot go to another process, in two or three words; nil if they can.
    package var tapeProblem: String? { player.map { $0.tapeProblem } ?? "no station" }

    /// Whether a recording without an end runs, which another process would continue in a second file.
    package var hasEndlessRecording: Bool { player?.recordings.hasEndless ?? false }

    /// Prepares to let another process continue the sound. Calls `body` on the loop with the tape and the recordings;
    /// with nil if they cannot be carried. The sound plays on.
    ///
    /// Until ``goOn(isTaken:)``, nothing is written to the tape's file, and the recordings wait.
    package func suspend(then body: @escaping (CarriedTape?) -> Void) {
        guard let player, tapeProblem == nil else { return body(nil) }
        player.holdRecordings()
        player.suspend(then: body)
    }

    /// Goes on after ``suspend(then:)``, because the other process does not continue the sound.
    /// - Parameter isTaken: whether the other process may have the tape now, which is then lost here.
    package func goOn(isTaken: Bool) { player?.goOn(isTaken: isTaken) }

    /// Makes an item ready to be played next, with the tape of another process. Calls `then` on the loop, with false if
    /// the tape cannot be read.
    package func prepare(_ item: PlaybackItem, with tape: CarriedTape, then: @escaping (Bool) -> Void) {
        driver.prepare(item, with: tape, then: then)
    }

    /// Continues a recording of another process in a second file. Call this when the station with its tape plays.
    package func record(_ carried: CarriedRecording) throws(RecordingError) -> Recording {
        let options = RecordingOptions(carried.isTitle ? .title : .fromNow, folder: carried.folder)
        return try record(options, from: carried.start)
    }
}
