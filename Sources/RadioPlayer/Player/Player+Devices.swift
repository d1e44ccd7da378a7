import RadioAudio

/// What the sound system as a whole tells.
extension Player {
    func systemChanged(_ event: AudioSystemEvent) {
        switch event {
        case .serverConnected:
            step(.outputAvailable)
            offerSound()
        case .serverLost(let text): step(.outputFailed(.serverLost(text)))
        case .deviceAdded:
            step(.outputAvailable)
            offerSound()
        case .deviceRemoved(let name):
            guard name == outputDevice else { return }
            step(.deviceRemoved(anotherExists: true))
        case .portAvailabilityChanged(let device, let isAvailable):
            guard device == outputDevice else { return }
            step(isAvailable ? .deviceReturned : .deviceRemoved(anotherExists: true))
        }
    }
}
