import CMosquitto
import RadioLoop

/// The functions of libmosquitto that Longwave uses.
///
/// The library is opened when an MQTT server is named, because few listeners have one (docs/DECISIONS.md).
struct Mosquitto: @unchecked Sendable {  // functions of a library that stays loaded
    static let shared = Result { () throws(RuntimeLibrary.Missing) in try Mosquitto() }

    let new: lw_mosquitto_new
    let destroy: lw_mosquitto_destroy
    let setWill: lw_mosquitto_will
    let setUser: lw_mosquitto_user
    let setOption: lw_mosquitto_option
    let connect: lw_mosquitto_connect
    let disconnect: lw_mosquitto_act
    let tick: lw_mosquitto_act
    let socket: lw_mosquitto_act
    let wantsToWrite: lw_mosquitto_asks
    let read: lw_mosquitto_loop
    let write: lw_mosquitto_loop
    let publish: lw_mosquitto_publish
    let subscribe: lw_mosquitto_subscribe
    let setOnConnect: lw_mosquitto_set_on_code
    let setOnMessage: lw_mosquitto_set_on_message
    private let errorText: lw_mosquitto_text
    private let refusalText: lw_mosquitto_text

    private init() throws(RuntimeLibrary.Missing) {
        let library = try RuntimeLibrary("libmosquitto.so.1")
        func function<Function>(
            _ name: String, as type: Function.Type
        ) throws(RuntimeLibrary.Missing) -> Function { try library.function("mosquitto_" + name, as: type) }
        new = try function("new", as: lw_mosquitto_new.self)
        destroy = try function("destroy", as: lw_mosquitto_destroy.self)
        setWill = try function("will_set", as: lw_mosquitto_will.self)
        setUser = try function("username_pw_set", as: lw_mosquitto_user.self)
        setOption = try function("int_option", as: lw_mosquitto_option.self)
        connect = try function("connect_async", as: lw_mosquitto_connect.self)
        disconnect = try function("disconnect", as: lw_mosquitto_act.self)
        tick = try function("loop_misc", as: lw_mosquitto_act.self)
        socket = try function("socket", as: lw_mosquitto_act.self)
        wantsToWrite = try function("want_write", as: lw_mosquitto_asks.self)
        read = try function("loop_read", as: lw_mosquitto_loop.self)
        write = try function("loop_write", as: lw_mosquitto_loop.self)
        publish = try function("publish", as: lw_mosquitto_publish.self)
        subscribe = try function("subscribe", as: lw_mosquitto_subscribe.self)
        setOnConnect = try function("connect_callback_set", as: lw_mosquitto_set_on_code.self)
        setOnMessage = try function("message_callback_set", as: lw_mosquitto_set_on_message.self)
        errorText = try function("strerror", as: lw_mosquitto_text.self)
        refusalText = try function("connack_string", as: lw_mosquitto_text.self)
        _ = try function("lib_init", as: lw_mosquitto_init.self)()
    }

    /// Returns the words for an error of a function.
    func error(_ code: Int32) -> String { errorText(code).map { String(cString: $0) } ?? "error \(code)" }

    /// Returns the words for the refusal of a server.
    func refusal(_ code: Int32) -> String { refusalText(code).map { String(cString: $0) } ?? "refusal \(code)" }
}
