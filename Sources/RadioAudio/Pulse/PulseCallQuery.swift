import CPulse
import RadioLoop

/// One question to the server: does a stream play for which module-role-cork silences others?
final class PulseCallQuery {
    private let loop: EventLoop
    private var answer: ((Bool?) -> Void)?
    private var asking: [OpaquePointer?] = []
    /// Nil without the module.
    private var roles: [String]?
    private var isCall = false

    /// `answer` comes from the inbox, unless the query is released before: nil without the module.
    init(context: OpaquePointer, loop: EventLoop, _ answer: @escaping (Bool?) -> Void) {
        self.loop = loop
        self.answer = answer
        let me = Unmanaged.passUnretained(self).toOpaque()
        // Answered in this order.
        asking.append(
            pa_context_get_module_info_list(
                context,
                { _, info, end, me in
                    guard end == 0, let info, let name = info.pointee.name, String(cString: name) == "module-role-cork"
                    else { return }
                    let argument = info.pointee.argument.map { String(cString: $0) } ?? ""
                    let query = Unmanaged<PulseCallQuery>.fromOpaque(me!).takeUnretainedValue()
                    query.roles = (query.roles ?? []) + PulseCallQuery.triggerRoles(argument)
                }, me))
        asking.append(
            pa_context_get_sink_input_info_list(
                context,
                { _, info, end, me in
                    let query = Unmanaged<PulseCallQuery>.fromOpaque(me!).takeUnretainedValue()
                    if end == 0, let info { query.learned(info.pointee) } else { query.finish() }
                }, me))
    }

    deinit {
        for index in asking.indices { PulseOperation.cancel(&asking[index]) }
    }

    private func learned(_ input: pa_sink_input_info) {
        guard input.corked == 0, let role = pa_proplist_gets(input.proplist, PA_PROP_MEDIA_ROLE) else { return }
        if roles?.contains(String(cString: role)) == true { isCall = true }
    }

    private func finish() {
        loop.post { [weak self] in
            guard let self, let answer = self.answer else { return }
            self.answer = nil
            answer(self.roles == nil ? nil : self.isCall)
        }
    }

    /// The roles that silence others, of a module's argument `trigger_roles=phone,x cork_roles=…`; "phone" unless named.
    static func triggerRoles(_ argument: String) -> [String] {
        for word in argument.split(separator: " ") where word.hasPrefix("trigger_roles=") {
            let value = word.dropFirst("trigger_roles=".count).filter { $0 != "\"" && $0 != "'" }
            return value.split(whereSeparator: { $0 == "," || $0 == "/" }).map(String.init)
        }
        return ["phone"]
    }
}
