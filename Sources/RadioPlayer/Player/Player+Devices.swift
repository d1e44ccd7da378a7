import RadioAudio
import RadioLoop

/// Devices that come, go, and take the stream with them.
extension Player {
    /// Between two looks for a device that was there a moment ago and cannot be opened.
    private static let deviceInterval = Duration.seconds(1)

    /// Where the next output shall play.
    var outputTarget: OutputTarget {
        // Beside an output that plays already (a new format).
        if let outputDevice { return .named(outputDevice) }
        if let returned = lostDevice.returned { return .named(returned) }
        if policy.deviceLoss == .wait, let last = lostDevice.last { return .named(last) }
        return .preferred(orDefault: policy.deviceLoss == .follow)
    }

    // MARK: The system tells

    func systemChanged(_ event: AudioSystemEvent) {
        switch event {
        case .serverConnected:
            // Another server: what was unplugged at the old one is not known here.
            lostDevice.isPortUnplugged = false
            lookForDevice()
        case .serverReplaced: lostDevice.isServerReplaced = true
        // The outputs tell of their own end, in better words; without an output nothing is lost yet.
        case .serverLost: lostDevice.returned = nil
        case .deviceAdded: lookForDevice()
        // A stream on it is moved or killed, and says so itself.
        case .deviceRemoved(let name):
            if name == lostDevice.returned { lostDevice.returned = nil }
            if name == lostDevice.last { lostDevice.isPortUnplugged = false }
        case .portAvailabilityChanged(let device, let isAvailable): portChanged(device, isAvailable)
        }
    }

    private func portChanged(_ device: String, _ isAvailable: Bool) {
        if isAvailable {
            guard device == lostDevice.last, lostDevice.isPortUnplugged else { return }
            lostDevice.isPortUnplugged = false
            lookForDevice()
        } else if device == outputDevice {
            lostDevice.isPortUnplugged = policy.deviceLoss != .follow
            lose(anotherExists: true)
        }
    }

    /// Looks whether what is missing is there: the device that was lost, or, when there was none at all, any that will do.
    func lookForDevice() {
        guard isDeviceMissing else { return }
        guard let last = lostDevice.last else { return lookForAnyDevice() }
        guard !lostDevice.isPortUnplugged else { return }
        system.findDevice(.named(last)) { [weak self] found in
            guard let self, self.isDeviceMissing else { return }
            guard found != nil else { return self.lookForAnyDevice() }
            self.lostDevice.returned = last
            self.step(.deviceReturned)
            self.offerSound()
        }
    }

    private func lookForAnyDevice() {
        system.findDevice(.preferred(orDefault: policy.deviceLoss == .follow)) { [weak self] found in
            guard let self, found != nil else { return }
            let isFirst = self.lostDevice.last == nil
            // Another server's default device is what was asked for, unless somebody waits for one by its name.
            let isEqual = self.lostDevice.isServerReplaced && self.policy.deviceLoss != .wait
            self.step(.outputAvailable(isSameDevice: isFirst || isEqual))
            self.offerSound()
        }
    }

    private var isDeviceMissing: Bool {
        !machine.facts.suppressions.isDisjoint(with: [.noOutputDevice, .outputDeviceRemoved])
    }

    // MARK: The output tells

    func outputFailed(_ error: AudioOutputError) {
        let wasOpen = outputDevice != nil
        // What was heard until now is not played again.
        updateHeard()
        lostDevice.returned = nil
        step(.outputFailed(error))
        guard case .noDevice = error else { return }
        // No event will come of devices that are there already. One that cannot be opened is not tried in a circle.
        if wasOpen { lookForDevice() } else { deviceTimer.rearm(after: Self.deviceInterval) }
    }

    private func lose(anotherExists: Bool) {
        updateHeard()
        lostDevice.returned = nil
        step(.deviceRemoved(anotherExists: anotherExists))
    }

    /// A removed device and a listener's own choice look alike: silent first, then asked.
    func moved(to device: String, _ output: any AudioOutput) {
        guard let old = outputDevice, old != device else { return setDevice(device) }
        outputDevice = device
        for lane in [lane, finishing] { lane?.output.setCorked(true) }
        system.findDevice(.named(old)) { [weak self] found in
            guard let self, self.lane?.output === output || self.finishing?.output === output else { return }
            // Nobody heard what played nowhere: a real device takes its place.
            if found == nil, old != OutputDevice.placeholderName { return self.rescued(on: device) }
            self.lostDevice.last = device
            self.notify(.outputRouteDidChange(.moved, self.snapshot()))
            self.uncorkUnlessHeldBack()
        }
    }

    /// The server moved the stream, for its device is gone.
    private func rescued(on device: String) {
        let isReal = device != OutputDevice.placeholderName
        lose(anotherExists: isReal)
        // It plays on here.
        if outputDevice == device { lostDevice.last = device }
    }

    private func uncorkUnlessHeldBack() {
        if machine.facts.intent == .playing, machine.facts.suppressions.isEmpty { uncork() }
    }

    func setDevice(_ device: String) {
        guard device != outputDevice else { return }
        let isFirst = outputDevice == nil
        outputDevice = device
        lostDevice = LostDevice(last: device)
        notify(.outputRouteDidChange(isFirst ? .deviceAvailable : .moved, snapshot()))
    }
}
