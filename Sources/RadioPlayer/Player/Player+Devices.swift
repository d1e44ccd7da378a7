import RadioAudio

/// What the sound system as a whole tells.
extension Player {
    func systemChanged(_ event: AudioSystemEvent) {
        switch event {
        case .serverConnected:
            step(.outputAvailable(isSameDevice: true))
            offerSound()
        // The outputs tell of their own end, in better words; without an output nothing is lost yet.
        case .serverLost: break
        case .deviceAdded(let name, _):
            step(.outputAvailable(isSameDevice: name == lastDevice))
            offerSound()
        // A stream on it is moved or killed, and says so itself.
        case .deviceRemoved: break
        case .portAvailabilityChanged(let device, let isAvailable):
            guard device == outputDevice else { return }
            step(isAvailable ? .deviceReturned : .deviceRemoved(anotherExists: true))
        }
    }
}
