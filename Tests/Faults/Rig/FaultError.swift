/// A failure of something that a row needs, so that the row cannot run.
struct FaultError: Error, CustomStringConvertible {
    let description: String
}
