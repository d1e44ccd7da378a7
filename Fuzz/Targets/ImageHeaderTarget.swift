import RadioFormats

/// Fuzzes the reader of image headers. Input: an image file, or its beginning.
enum ImageHeaderTarget: FuzzTarget {
    static let name = "ImageHeader"

    static func run(_ input: UnsafeRawBufferPointer) {
        let whole = answer(input, isComplete: true)
        if case .success(let header) = whole {
            guard let header else { return require(false, "undecided though nothing follows") }
            require(header.kind.isUsed, "a \(header.kind.name)")
            require(header.width > 0 && header.height > 0, "\(header.width) × \(header.height)")
            require(header.width <= ImageHeader.maximumPixels / header.height, "\(header.width) × \(header.height)")
            if header.kind == .ico { takeOut(Array(input), header) }
        }
        // If the reader has a result for the beginning of a file, the result for the whole file must be the same.
        for length in [input.count / 2, input.count] {
            let part = UnsafeRawBufferPointer(rebasing: input.prefix(length))
            switch answer(part, isComplete: false) {
            case .success(nil): break
            case let early: require(early == whole, "\(early) of \(length) bytes, \(whole) of all")
            }
        }
    }

    /// Checks that the largest picture of an icon file has the size that `header` states.
    private static func takeOut(_ bytes: [UInt8], _ header: ImageHeader) {
        guard let alone = try? IconFile.largestPicture(of: bytes), let picture = try? ImageHeader.read(alone) else {
            return require(false, "an icon without a picture")
        }
        require(picture.width == header.width && picture.height == header.height, "\(picture), not \(header)")
        let again = try? IconFile.largestPicture(of: alone)
        require(picture.kind == .png || again == alone, "it changes when it is taken out again")
    }

    private static func answer(
        _ bytes: UnsafeRawBufferPointer, isComplete: Bool
    ) -> Result<ImageHeader?, ImageProblem> {
        do throws(ImageProblem) { return .success(try ImageHeader.read(bytes, isComplete: isComplete)) } catch {
            return .failure(error)
        }
    }
}
