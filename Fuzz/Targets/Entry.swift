import Glibc

/// The target that libFuzzer feeds, chosen by the environment variable LONGWAVE_FUZZ_TARGET.
private let chosen: any FuzzTarget.Type = {
    let name = getenv("LONGWAVE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = fuzzTargets.first(where: { $0.name == name }) else {
        let names = fuzzTargets.map { $0.name }.joined(separator: " ")
        say("LONGWAVE_FUZZ_TARGET must name one of: \(names)\n")
        exit(64)
    }
    return target
}()

/// Runs the chosen target. libFuzzer, which brings its own `main`, calls this function with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    chosen.run(UnsafeRawBufferPointer(start: data, count: size))
    return 0
}
