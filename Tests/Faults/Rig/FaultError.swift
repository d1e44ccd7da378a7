/// The failure of a tool or resource that a row needs, such as ffmpeg or a file, so that the row cannot run.
struct FaultError: Error, CustomStringConvertible {
    let description: String
}
