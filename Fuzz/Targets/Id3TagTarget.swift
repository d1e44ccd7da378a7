import RadioFormats

/// Fuzzes the readers of ID3v2 tags. Input: such a tag.
enum Id3TagTarget: FuzzTarget {
    static let name = "Id3Tag"

    static func run(_ input: UnsafeRawBufferPointer) {
        let length = Id3Tag.length(of: input)
        guard let tag = Id3Tag(input) else {
            require(length == nil, "a tag with a length that is not read")
            return
        }
        require(length.map { $0 >= Id3Tag.headerLength } ?? false, "a tag without a length")
        require(tag.frames.count <= Id3Tag.maximumFrameCount, "\(tag.frames.count) frames")
        for frame in tag.frames {
            require(frame.id.utf8.first == UInt8(ascii: "T"), "frame \(frame.id)")
            // Each byte of Latin-1 becomes at most two bytes of UTF-8. An invalid byte in UTF-8 becomes U+FFFD, which
            // has three bytes.
            require(frame.text.utf8.count <= 3 * Id3Tag.maximumTextLength, "\(frame.text.utf8.count) bytes of text")
        }
        let others = tag.links.count + tag.comments.count + tag.pictures.count + tag.privateFrames.count
        require(tag.frames.count + others <= Id3Tag.maximumFrameCount, "\(others) frames that are no texts")
        for picture in tag.pictures {
            require(picture.bytes.count <= Id3Tag.maximumPictureLength && !picture.bytes.isEmpty, "a picture")
        }
        for frame in tag.privateFrames { require(frame.bytes.count <= Id3Tag.maximumTextLength, "private bytes") }
        if let duration = tag.duration { require(duration > .zero, "\(duration)") }
        guard let length, length <= input.count else { return }
        let kept = Id3TagReader.withoutPictures(Array(input))
        let same = Id3Tag(kept) == Id3Tag(input, readsPictures: false)
        require(same || length > Id3TagReader.maximumTexts, "the shorter tag is another")
    }
}
