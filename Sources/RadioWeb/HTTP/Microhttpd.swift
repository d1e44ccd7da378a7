import CMicrohttpd
import RadioLoop

/// The functions of libmicrohttpd that Longwave uses.
///
/// The library is opened when a server is asked for, because Debian's brings GnuTLS (docs/DECISIONS.md).
struct Microhttpd: @unchecked Sendable {  // functions of a library that stays loaded
    static let shared = Result { () throws(RuntimeLibrary.Missing) in try Microhttpd() }

    let start: lw_mhd_start
    let stop: lw_mhd_stop
    let run: lw_mhd_run
    let timeout: lw_mhd_get_timeout
    let daemonInfo: lw_mhd_daemon_info
    let connectionInfo: lw_mhd_connection_info
    let values: lw_mhd_values
    let suspend: lw_mhd_act
    let resume: lw_mhd_act
    let fromBuffer: lw_mhd_from_buffer
    let fromReader: lw_mhd_from_reader
    let fromFile: lw_mhd_from_file
    let setOptions: lw_mhd_set_options
    let addHeader: lw_mhd_add_header
    let queue: lw_mhd_queue
    let destroy: lw_mhd_destroy

    private init() throws(RuntimeLibrary.Missing) {
        let library = try RuntimeLibrary("libmicrohttpd.so.12")
        start = try library.function("MHD_start_daemon", as: lw_mhd_start.self)
        stop = try library.function("MHD_stop_daemon", as: lw_mhd_stop.self)
        run = try library.function("MHD_run", as: lw_mhd_run.self)
        timeout = try library.function("MHD_get_timeout", as: lw_mhd_get_timeout.self)
        daemonInfo = try library.function("MHD_get_daemon_info", as: lw_mhd_daemon_info.self)
        connectionInfo = try library.function("MHD_get_connection_info", as: lw_mhd_connection_info.self)
        values = try library.function("MHD_get_connection_values", as: lw_mhd_values.self)
        suspend = try library.function("MHD_suspend_connection", as: lw_mhd_act.self)
        resume = try library.function("MHD_resume_connection", as: lw_mhd_act.self)
        fromBuffer = try library.function("MHD_create_response_from_buffer", as: lw_mhd_from_buffer.self)
        fromReader = try library.function("MHD_create_response_from_callback", as: lw_mhd_from_reader.self)
        fromFile = try library.function("MHD_create_response_from_fd_at_offset64", as: lw_mhd_from_file.self)
        setOptions = try library.function("MHD_set_response_options", as: lw_mhd_set_options.self)
        addHeader = try library.function("MHD_add_response_header", as: lw_mhd_add_header.self)
        queue = try library.function("MHD_queue_response", as: lw_mhd_queue.self)
        destroy = try library.function("MHD_destroy_response", as: lw_mhd_destroy.self)
    }
}
