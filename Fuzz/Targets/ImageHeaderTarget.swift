import RadioFormats

enum ImageHeaderTarget: FuzzTarget {
    static let name = "ImageHeader"

    static func run(_ input: UnsafeRawBufferPointer) {
        let whole = answer(input, isComplete: true)
        if case .success(let header) = whole {
            guard let header else { return require(false, "undecided though nothing follows") }
            require(header.kind.isUsed, "a \(header.kind.name)")
            require(header.width > 0 && header.height > 0, "\(header.width) × \(header.height)")
            require(header.width <= ImageHeader.maximumPixels / header.height, "\(header.width) × \(header.height)")
        }
        // What was said of a beginning holds of what it begins.
        for length in [input.count / 2, input.count] {
            let part = UnsafeRawBufferPointer(rebasing: input.prefix(length))
            switch answer(part, isComplete: false) {
            case .success(nil): break
            case let early: require(early == whole, "\(early) of \(length) bytes, \(whole) of all")
            }
        }
    }

    private static func answer(
        _ bytes: UnsafeRawBufferPointer, isComplete: Bool
    ) -> Result<ImageHeader?, ImageProblem> {
        do throws(ImageProblem) { return .success(try ImageHeader.read(bytes, isComplete: isComplete)) } catch {
            return .failure(error)
        }
    }
}
