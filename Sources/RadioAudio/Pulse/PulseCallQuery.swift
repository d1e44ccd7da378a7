import CPulse
import RadioLoop

/// Asks the server whether a stream plays, such as a phone call, for which PulseAudio's module-role-cork silences other
/// streams.
final class PulseCallQuery {
    private let loop: EventLoop
    private let sink: UInt32
    private var answer: ((Bool?) -> Void)?
    private var asking: [OpaquePointer?] = []
    /// The rules of all loaded instances of module-role-cork. Empty if the module is not loaded.
    private var rules: [PulseCallRule] = []
    private var isCall = false

    /// Sends the question to the server.
    /// - Parameters:
    ///   - sink: the server's index of the device on which our stream plays.
    ///   - answer: called from the loop's inbox: true if such a stream plays, nil if the module is not loaded. Not
    ///     called once the query is released.
    init(context: OpaquePointer, sink: UInt32, loop: EventLoop, _ answer: @escaping (Bool?) -> Void) {
        self.loop = loop
        self.sink = sink
        self.answer = answer
        let me = Unmanaged.passUnretained(self).toOpaque()
        // The server answers requests in order, so the answer to the last request completes the query.
        asking.append(
            pa_context_get_module_info_list(
                context,
                { _, info, end, me in
                    guard end == 0, let info, let name = info.pointee.name, String(cString: name) == "module-role-cork"
                    else { return }
                    let argument = info.pointee.argument.map { String(cString: $0) } ?? ""
                    let query = Unmanaged<PulseCallQuery>.fromOpaque(me!).takeUnretainedValue()
                    query.rules.append(PulseCallRule(argument: argument))
                }, me))
        asking.append(
            pa_context_get_sink_input_info_list(
                context,
                { _, info, end, me in
                    guard end == 0, let info = info?.pointee else { return }
                    let query = Unmanaged<PulseCallQuery>.fromOpaque(me!).takeUnretainedValue()
                    query.learned(
                        info.proplist, info.sink == query.sink ? .ourSink : .otherSink,
                        isActive: info.corked == 0 && info.mute == 0)
                }, me))
        asking.append(
            pa_context_get_source_output_info_list(
                context,
                { _, info, end, me in
                    let query = Unmanaged<PulseCallQuery>.fromOpaque(me!).takeUnretainedValue()
                    guard end == 0, let info = info?.pointee else { return query.finish() }
                    query.learned(info.proplist, .source, isActive: info.corked == 0 && info.mute == 0)
                }, me))
    }

    deinit {
        for index in asking.indices { PulseOperation.cancel(&asking[index]) }
    }

    /// Checks another program's stream against the rules.
    private func learned(_ properties: OpaquePointer?, _ place: PulseCallRule.OtherStream.Place, isActive: Bool) {
        let role = pa_proplist_gets(properties, PA_PROP_MEDIA_ROLE).map { String(cString: $0) }
        let stream = PulseCallRule.OtherStream(role: role, place: place, isActive: isActive)
        if rules.contains(where: { $0.isCall(stream) }) { isCall = true }
    }

    private func finish() {
        loop.post { [weak self] in
            guard let self, let answer = self.answer else { return }
            self.answer = nil
            answer(self.rules.isEmpty ? nil : self.isCall)
        }
    }
}
