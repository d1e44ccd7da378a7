import RadioAudio
import RadioLoop

/// What an ``OutputRoute`` needs of its speaker, and reports to it.
protocol OutputRouteClient: MachineOwner {
    func isOpen(_ output: any AudioOutput) -> Bool
    func setCorked(_ isCorked: Bool)
    /// Moves on to the moment that is heard now, so that heard sound is not played again on another device.
    func updateHeard()
    func routeDidChange(_ reason: PlaybackNotification.RouteChangeReason)
}

/// The device that the sound goes to. Handles devices that appear, disappear, or take the stream with them.
final class OutputRoute {
    /// What is remembered of the last device.
    private struct Lost {
        /// The device, even after it is gone.
        var last: String?
        /// The device if it is back. The next output is meant for it alone.
        var returned: String?
        /// Whether the device exists, but the port that was in use is unplugged.
        var isPortUnplugged = false
        /// Whether another kind of sound server has come. The device may exist there under another name.
        var isServerReplaced = false
    }

    /// The time between two searches for a device that exists but cannot be opened.
    private static let interval = Duration.seconds(1)

    private let system: any AudioOutputSystem
    var policy: PlaybackPolicy
    private unowned let client: any OutputRouteClient
    /// The device that the sound goes to; nil without an output.
    private(set) var device: String?
    private var lost = Lost()
    private var retryTimer: LoopTimer!

    init(loop: EventLoop, system: any AudioOutputSystem, policy: PlaybackPolicy, client: any OutputRouteClient) {
        self.system = system
        self.policy = policy
        self.client = client
        retryTimer = loop.makeTimer { [unowned self] in lookForDevice() }
    }

    deinit { retryTimer.cancel() }

    /// The target for the next output.
    var target: OutputTarget {
        // An output beside one that plays already, for a new format.
        if let device { return .named(device) }
        if let returned = lost.returned { return .named(returned) }
        if policy.deviceLoss == .wait, let last = lost.last { return .named(last) }
        return .preferred(orDefault: policy.deviceLoss == .follow)
    }

    // MARK: The system's events

    /// Handles an event of the output system.
    func systemDidChange(_ event: AudioSystemEvent) {
        switch event {
        case .serverConnected:
            // At another server it is not known what was unplugged at the old one.
            lost.isPortUnplugged = false
            lookForDevice()
        case .serverReplaced: lost.isServerReplaced = true
        // The outputs report their own end in better words. Without an output nothing is lost yet.
        case .serverLost: lost.returned = nil
        case .deviceAdded: lookForDevice()
        // The server moves or kills a stream on it, and the stream reports that itself.
        case .deviceRemoved(let name):
            if name == lost.returned { lost.returned = nil }
            if name == lost.last { lost.isPortUnplugged = false }
        case .portAvailabilityChanged(let name, let isAvailable): portDidChange(name, isAvailable)
        }
    }

    private func portDidChange(_ name: String, _ isAvailable: Bool) {
        if isAvailable {
            guard name == lost.last, lost.isPortUnplugged else { return }
            lost.isPortUnplugged = false
            lookForDevice()
        } else if name == device {
            lost.isPortUnplugged = policy.deviceLoss != .follow
            lose(anotherExists: true)
        }
    }

    /// Looks for the missing device: the one that was lost or, if there was none at all, any suitable one.
    private func lookForDevice() {
        guard isDeviceMissing else { return }
        guard let last = lost.last else { return lookForAnyDevice() }
        guard !lost.isPortUnplugged else { return }
        system.findDevice(.named(last)) { [weak self] found in
            guard let self, self.isDeviceMissing else { return }
            guard found != nil else { return self.lookForAnyDevice() }
            self.lost.returned = last
            self.client.step(.deviceReturned)
            self.client.needsService()
        }
    }

    private func lookForAnyDevice() {
        system.findDevice(.preferred(orDefault: policy.deviceLoss == .follow)) { [weak self] found in
            guard let self, found != nil else { return }
            let isFirst = self.lost.last == nil
            // Another server's default device is what was asked for, unless the policy waits for a device by its name.
            let isEqual = self.lost.isServerReplaced && self.policy.deviceLoss != .wait
            self.client.step(.outputAvailable(isSameDevice: isFirst || isEqual))
            self.client.needsService()
        }
    }

    private var isDeviceMissing: Bool {
        !client.machine.facts.suppressions.isDisjoint(with: [.noOutputDevice, .outputDeviceRemoved])
    }

    /// Calls `found` with the server's device of a name, if the server still has it.
    func describe(_ name: String, _ found: @escaping (OutputDevice) -> Void) {
        system.listDevices { answer in
            if let device = try? answer.get().first(where: { $0.name == name }) { found(device) }
        }
    }

    // MARK: The output's events

    func didOpen(on name: String) { setDevice(name) }

    func didClose() { device = nil }

    func didFail(_ error: AudioOutputError) {
        let wasOpen = device != nil
        client.updateHeard()
        lost.returned = nil
        client.step(.outputFailed(error))
        guard case .noDevice = error else { return }
        // Devices that exist already cause no event. A device that cannot be opened is not tried again at once.
        if wasOpen { lookForDevice() } else { retryTimer.rearm(after: Self.interval) }
    }

    private func lose(anotherExists: Bool) {
        client.updateHeard()
        lost.returned = nil
        client.step(.deviceRemoved(anotherExists: anotherExists))
    }

    /// Handles that the server moved the stream.
    ///
    /// A removed device and a listener's own choice look alike: the sound is silenced first, then the system is asked.
    func didMove(to name: String, _ output: any AudioOutput) {
        guard let old = device, old != name else { return setDevice(name) }
        device = name
        client.setCorked(true)
        system.findDevice(.named(old)) { [weak self] found in
            guard let self, self.client.isOpen(output) else { return }
            // Nobody heard what played on the placeholder: a real device takes its place.
            if found == nil, old != OutputDevice.placeholderName { return self.didRescue(on: name) }
            self.lost.last = name
            self.client.routeDidChange(.moved)
            if self.client.machine.wantsSound { self.client.setCorked(false) }
            self.client.needsService()
        }
    }

    /// Handles that the server moved the stream because its device is gone.
    private func didRescue(on name: String) {
        lose(anotherExists: name != OutputDevice.placeholderName)
        // The sound continues here.
        if device == name { lost.last = name }
    }

    private func setDevice(_ name: String) {
        guard name != device else { return }
        let isFirst = device == nil
        device = name
        lost = Lost(last: name)
        client.routeDidChange(isFirst ? .deviceAvailable : .moved)
    }
}
