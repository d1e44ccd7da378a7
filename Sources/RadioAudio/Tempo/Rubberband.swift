import CRubberband
import RadioLoop

/// The functions of librubberband that Longwave uses.
///
/// The library is opened at the first use, because few listeners need it and it brings the C++ runtime
/// (docs/DECISIONS.md).
struct Rubberband: @unchecked Sendable {  // functions of a library that stays loaded
    static let shared = Result { () throws(RuntimeLibrary.Missing) in try Rubberband() }

    let create: lw_rubberband_new
    let delete: lw_rubberband_act
    let reset: lw_rubberband_act
    let setTimeRatio: lw_rubberband_set_ratio
    let startPad: lw_rubberband_get_count
    let startDelay: lw_rubberband_get_count
    let setMaximumFrames: lw_rubberband_set_count
    let process: lw_rubberband_process
    let available: lw_rubberband_available
    let retrieve: lw_rubberband_retrieve

    /// Opens the library and finds its functions.
    private init() throws(RuntimeLibrary.Missing) {
        let library = try RuntimeLibrary("librubberband.so.2")
        func function<Function>(
            _ name: String, as type: Function.Type
        ) throws(RuntimeLibrary.Missing) -> Function { try library.function("rubberband_" + name, as: type) }
        create = try function("new", as: lw_rubberband_new.self)
        delete = try function("delete", as: lw_rubberband_act.self)
        reset = try function("reset", as: lw_rubberband_act.self)
        setTimeRatio = try function("set_time_ratio", as: lw_rubberband_set_ratio.self)
        // librubberband has this function and the next one since version 3.0.
        startPad = try function("get_preferred_start_pad", as: lw_rubberband_get_count.self)
        startDelay = try function("get_start_delay", as: lw_rubberband_get_count.self)
        setMaximumFrames = try function("set_max_process_size", as: lw_rubberband_set_count.self)
        process = try function("process", as: lw_rubberband_process.self)
        available = try function("available", as: lw_rubberband_available.self)
        retrieve = try function("retrieve", as: lw_rubberband_retrieve.self)
    }
}
