import Glibc

/// The fuzz target that gets libFuzzer's inputs. The environment variable LONGWAVE_FUZZ_TARGET contains its name.
private let chosen: any FuzzTarget.Type = {
    let name = getenv("LONGWAVE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = fuzzTargets.first(where: { $0.name == name }) else {
        let names = fuzzTargets.map { $0.name }.joined(separator: " ")
        say("LONGWAVE_FUZZ_TARGET must name one of: \(names)\n")
        exit(64)
    }
    return target
}()

/// Runs the chosen fuzz target once. libFuzzer, which contains the program's `main`, calls this function with each
/// input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    chosen.run(UnsafeRawBufferPointer(start: data, count: size))
    return 0
}
