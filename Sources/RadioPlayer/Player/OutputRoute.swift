import RadioAudio
import RadioLoop

/// What an ``OutputRoute`` needs from its speaker, and what it reports to the speaker.
protocol OutputRouteClient: MachineOwner {
    func isOpen(_ output: any AudioOutput) -> Bool
    func setCorked(_ isCorked: Bool)
    /// Stores which moment of the item is heard now, so that heard sound is not played again on another device.
    func updateHeard()
    func routeDidChange(_ reason: PlaybackNotification.RouteChangeReason)
}

/// Decides which device plays the sound. Handles devices that appear or disappear, and outputs that the sound server
/// moves to another device.
final class OutputRoute {
    /// What is known about the device that played last, which may be gone.
    private struct Lost {
        /// The name of the last device, even after it is gone.
        var last: String?
        /// The name of the lost device if it is back. The next output opens on this device only.
        var returned: String?
        /// Whether the device exists, but the port that was in use is unplugged.
        var isPortUnplugged = false
        /// Whether another kind of sound server has taken over since, such as PipeWire for PulseAudio. It may have
        /// another name for the same device.
        var isServerReplaced = false
    }

    /// The time between two searches for a device that exists but cannot be opened.
    private static let interval = Duration.seconds(1)
    /// A device that is lost sooner than this after it was opened is not used again at once.
    private static let shortLife = Duration.seconds(5)
    /// The number of such losses in a row after which the route waits before it looks for a device.
    private static let freeLosses = 2
    /// The longest such wait. The first one lasts ``interval``, and each further one twice as long.
    private static let maximumWait = Duration.seconds(30)

    private let loop: EventLoop
    private let system: any AudioOutputSystem
    private weak var client: (any OutputRouteClient)?
    /// The device that the sound goes to; nil without an output.
    private(set) var device: String?
    private var lost = Lost()
    /// When the device was opened; nil without an output.
    private var openedAt: MonotonicInstant?
    /// The number of devices in a row that were lost soon after they were opened.
    private var shortLives = 0
    /// The time before which no device is looked for.
    private var restUntil: MonotonicInstant?
    private var retryTimer: LoopTimer!

    init(loop: EventLoop, system: any AudioOutputSystem, client: any OutputRouteClient) {
        self.loop = loop
        self.system = system
        self.client = client
        retryTimer = loop.makeTimer { [weak self] in self?.lookForDevice() }
    }

    deinit { retryTimer.cancel() }

    private var policy: PlaybackPolicy { client?.machine.policy ?? .listener }

    /// The device that the next output opens on.
    var target: OutputTarget {
        // An output that is opened for a new format, while another output still plays, opens on the same device.
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
            // A port that was unplugged at the sound server connected before may be plugged in at this one.
            lost.isPortUnplugged = false
            lookForDevice()
        case .serverReplaced: lost.isServerReplaced = true
        // If the sound server is lost, an open output reports that itself, with a better description. Without an
        // output, no sound is lost.
        case .serverLost: lost.returned = nil
        case .deviceAdded: lookForDevice()
        // If an output plays on the removed device, the sound server moves or ends that output, and the output reports
        // this itself.
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

    /// If the player waits for a device, looks for the lost device, or for any suitable one if the lost device does not
    /// exist.
    private func lookForDevice() {
        guard isDeviceMissing else { return }
        if let restUntil, loop.now < restUntil { return retryTimer.rearm(at: restUntil) }
        guard let last = lost.last else { return lookForAnyDevice() }
        guard !lost.isPortUnplugged else { return }
        system.findDevice(.named(last)) { [weak self] found in
            guard let self, self.isDeviceMissing else { return }
            guard found != nil else { return self.lookForAnyDevice() }
            self.lost.returned = last
            self.client?.step(.deviceReturned)
            self.client?.needsService()
        }
    }

    private func lookForAnyDevice() {
        system.findDevice(.preferred(orDefault: policy.deviceLoss == .follow)) { [weak self] found in
            guard let self, found != nil else { return }
            let isFirst = self.lost.last == nil
            // Another kind of sound server has other names for the same devices. So any suitable device counts as the
            // lost device, unless the policy waits for a device by its name.
            let isEqual = self.lost.isServerReplaced && self.policy.deviceLoss != .wait
            self.client?.step(.outputAvailable(isSameDevice: isFirst || isEqual))
            self.client?.needsService()
        }
    }

    private var isDeviceMissing: Bool {
        client?.machine.facts.suppressions.isDisjoint(with: [.noOutputDevice, .outputDeviceRemoved]) == false
    }

    /// Calls `found` with the sound server's device of this name. Does not call it if no such device exists any more.
    func describe(_ name: String, _ found: @escaping (OutputDevice) -> Void) {
        system.listDevices { answer in
            if let device = try? answer.get().first(where: { $0.name == name }) { found(device) }
        }
    }

    // MARK: The output's events

    func didOpen(on name: String) {
        openedAt = loop.now
        setDevice(name)
    }

    func didClose() { device = nil }

    /// Counts the loss of an open output. A sink that vanishes whenever a stream starts must not be opened without
    /// pause.
    private func countLoss() {
        guard let openedAt = openedAt.take() else { return }
        shortLives = openedAt.duration(to: loop.now) < Self.shortLife ? shortLives + 1 : 0
        guard shortLives > Self.freeLosses else { return restUntil = nil }
        let doublings = min(shortLives - Self.freeLosses - 1, 5)
        restUntil = loop.now.advanced(by: min(Self.interval * (1 << doublings), Self.maximumWait))
    }

    func didFail(_ error: AudioOutputError) {
        let wasOpen = device != nil
        countLoss()
        client?.updateHeard()
        lost.returned = nil
        client?.step(.outputFailed(error))
        guard case .noDevice = error else { return }
        // Devices that exist already cause no event, so the route looks for them: at once after an open output was
        // lost, or after ``interval`` if the output failed to open.
        if wasOpen { lookForDevice() } else { retryTimer.rearm(after: Self.interval) }
    }

    private func lose(anotherExists: Bool) {
        countLoss()
        client?.updateHeard()
        lost.returned = nil
        client?.step(.deviceRemoved(anotherExists: anotherExists))
    }

    /// Handles that the sound server moved the output's stream to another device.
    ///
    /// The reason may be that the old device was removed, or that the listener chose another one. The sound is silenced
    /// until the system says whether the old device still exists.
    func didMove(to name: String, _ output: any AudioOutput) {
        guard let old = device, old != name else { return setDevice(name) }
        device = name
        client?.setCorked(true)
        system.findDevice(.named(old)) { [weak self] found in
            guard let self, self.client?.isOpen(output) == true else { return }
            // If the old device was the sound server's silent placeholder, its removal counts as an ordinary move to a
            // real device.
            if found == nil, old != OutputDevice.placeholderName { return self.didRescue(on: name) }
            self.lost.last = name
            self.client?.routeDidChange(.moved)
            if self.client?.machine.wantsSound == true { self.client?.setCorked(false) }
            self.client?.needsService()
        }
    }

    /// Handles that the sound server moved the output's stream because the old device is gone.
    private func didRescue(on name: String) {
        lose(anotherExists: name != OutputDevice.placeholderName)
        // If the policy lets the sound continue on the new device, ``device`` is still set.
        if device == name { lost.last = name }
    }

    private func setDevice(_ name: String) {
        guard name != device else { return }
        let isFirst = device == nil
        device = name
        lost = Lost(last: name)
        client?.routeDidChange(isFirst ? .deviceAvailable : .moved)
    }
}
