import RadioAudio
import RadioLoop

/// What an ``OutputRoute`` asks of its speaker, and reports to it.
protocol OutputRouteClient: MachineOwner {
    func isOpen(_ output: any AudioOutput) -> Bool
    func setCorked(_ isCorked: Bool)
    /// Moves on to the moment that is heard now: what was heard is not played again on another device.
    func updateHeard()
    func routeDidChange(_ reason: PlaybackNotification.RouteChangeReason)
}

/// The device that the sound goes to, and devices that come, go, and take the stream with them.
final class OutputRoute {
    /// What is remembered of the device that was used last.
    private struct Lost {
        /// The device, also when it is gone.
        var last: String?
        /// It is back, and the next output is for it alone.
        var returned: String?
        /// It is there, but the port that was in use is unplugged.
        var isPortUnplugged = false
        /// Another kind of sound server has come: the device may be there under another name.
        var isServerReplaced = false
    }

    /// Between two looks for a device that was there a moment ago and cannot be opened.
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

    /// Where the next output shall play.
    var target: OutputTarget {
        // Beside an output that plays already (a new format).
        if let device { return .named(device) }
        if let returned = lost.returned { return .named(returned) }
        if policy.deviceLoss == .wait, let last = lost.last { return .named(last) }
        return .preferred(orDefault: policy.deviceLoss == .follow)
    }

    // MARK: The system's events

    func systemDidChange(_ event: AudioSystemEvent) {
        switch event {
        case .serverConnected:
            // Another server: what was unplugged at the old one is not known here.
            lost.isPortUnplugged = false
            lookForDevice()
        case .serverReplaced: lost.isServerReplaced = true
        // The outputs tell of their own end, in better words; without an output nothing is lost yet.
        case .serverLost: lost.returned = nil
        case .deviceAdded: lookForDevice()
        // A stream on it is moved or killed, and says so itself.
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

    /// Looks for what is missing: the device that was lost or, when there was none at all, any that will do.
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
            // Another server's default device is what was asked for, unless somebody waits for one by its name.
            let isEqual = self.lost.isServerReplaced && self.policy.deviceLoss != .wait
            self.client.step(.outputAvailable(isSameDevice: isFirst || isEqual))
            self.client.needsService()
        }
    }

    private var isDeviceMissing: Bool {
        !client.machine.facts.suppressions.isDisjoint(with: [.noOutputDevice, .outputDeviceRemoved])
    }

    /// What the server has under a name, where it still has it.
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
        // No event will come of devices that are there already. One that cannot be opened is not tried in a circle.
        if wasOpen { lookForDevice() } else { retryTimer.rearm(after: Self.interval) }
    }

    private func lose(anotherExists: Bool) {
        client.updateHeard()
        lost.returned = nil
        client.step(.deviceRemoved(anotherExists: anotherExists))
    }

    /// A removed device and a listener's own choice look alike: silent first, then asked.
    func didMove(to name: String, _ output: any AudioOutput) {
        guard let old = device, old != name else { return setDevice(name) }
        device = name
        client.setCorked(true)
        system.findDevice(.named(old)) { [weak self] found in
            guard let self, self.client.isOpen(output) else { return }
            // Nobody heard what played nowhere: a real device takes its place.
            if found == nil, old != OutputDevice.placeholderName { return self.didRescue(on: name) }
            self.lost.last = name
            self.client.routeDidChange(.moved)
            if self.client.machine.wantsSound { self.client.setCorked(false) }
            self.client.needsService()
        }
    }

    /// The server moved the stream, for its device is gone.
    private func didRescue(on name: String) {
        lose(anotherExists: name != OutputDevice.placeholderName)
        // It plays on here.
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
