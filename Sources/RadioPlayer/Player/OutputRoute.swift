import RadioAudio
import RadioLoop

/// What an ``OutputRoute`` needs from its speaker, and what it reports to the speaker.
protocol OutputRouteClient: MachineOwner {
    func isOpen(_ output: any AudioOutput) -> Bool
    func setCorked(_ isCorked: Bool)
    /// Records the moment that is heard now, so that heard sound is not played again on another device.
    func updateHeard()
    func routeDidChange(_ reason: PlaybackNotification.RouteChangeReason)
}

/// Decides which device plays the sound. Handles devices that appear or disappear, and streams that the sound server
/// moves to another device.
final class OutputRoute {
    /// What is remembered about the last device.
    private struct Lost {
        /// The name of the last device, even after it is gone.
        var last: String?
        /// The name of the lost device if it is back. The next output opens on this device only.
        var returned: String?
        /// Whether the device exists, but the port that was in use is unplugged.
        var isPortUnplugged = false
        /// Whether another kind of sound server has taken over. The device may exist there under another name.
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
        // A second output, for a new format, opens on the device of the first.
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
            // The state of the ports at the old sound server says nothing about the new server.
            lost.isPortUnplugged = false
            lookForDevice()
        case .serverReplaced: lost.isServerReplaced = true
        // An open output reports the loss of the sound server itself, with a better description. Without an output,
        // nothing is lost yet.
        case .serverLost: lost.returned = nil
        case .deviceAdded: lookForDevice()
        // The sound server moves or ends a stream on the removed device, and the output reports that itself.
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

    /// If a device is missing, looks for the lost device, or for any suitable one if the lost device is not found.
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
            // After a change of sound server, a suitable device counts as the lost one, unless the policy waits for a
            // device by its name.
            let isEqual = self.lost.isServerReplaced && self.policy.deviceLoss != .wait
            self.client.step(.outputAvailable(isSameDevice: isFirst || isEqual))
            self.client.needsService()
        }
    }

    private var isDeviceMissing: Bool {
        !client.machine.facts.suppressions.isDisjoint(with: [.noOutputDevice, .outputDeviceRemoved])
    }

    /// Calls `found` with the sound server's device of this name, if there still is one.
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
        // Devices that exist already cause no event, so look for them now. If the output failed to open, wait before
        // the next search.
        if wasOpen { lookForDevice() } else { retryTimer.rearm(after: Self.interval) }
    }

    private func lose(anotherExists: Bool) {
        client.updateHeard()
        lost.returned = nil
        client.step(.deviceRemoved(anotherExists: anotherExists))
    }

    /// Handles that the sound server moved the output's stream to another device.
    ///
    /// The reason may be that the old device was removed, or that the listener chose another one. The sound is silenced
    /// until the system says whether the old device still exists.
    func didMove(to name: String, _ output: any AudioOutput) {
        guard let old = device, old != name else { return setDevice(name) }
        device = name
        client.setCorked(true)
        system.findDevice(.named(old)) { [weak self] found in
            guard let self, self.client.isOpen(output) else { return }
            // The sound server's placeholder device is silent, so no sound is lost when the stream moves from it to a
            // real device.
            if found == nil, old != OutputDevice.placeholderName { return self.didRescue(on: name) }
            self.lost.last = name
            self.client.routeDidChange(.moved)
            if self.client.machine.wantsSound { self.client.setCorked(false) }
            self.client.needsService()
        }
    }

    /// Handles that the sound server moved the output's stream because the old device is gone.
    private func didRescue(on name: String) {
        lose(anotherExists: name != OutputDevice.placeholderName)
        // If ``device`` is still set, the sound continues on it.
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
