import ArgumentParser

/// Completes the names of the sound server's devices.
enum DeviceCompletion {
    static let devices = CompletionKind.custom { _, _, _ in CompletionLine.offered(Candidates.devices()) }

    /// Completes the value of `--output`: `null`, a device, or a WAV file.
    static let outputs = CompletionKind.custom { _, _, prefix in
        ["null"] + CompletionLine.offered(Candidates.devices() + Candidates.files(prefix, endings: ["wav"]))
    }
}
