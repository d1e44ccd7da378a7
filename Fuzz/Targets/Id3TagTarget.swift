import RadioFormats

/// Input: an ID3v2 tag.
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
            // Each byte of Latin-1 becomes at most two of UTF-8; a broken byte of UTF-8 becomes three.
            require(frame.text.utf8.count <= 3 * Id3Tag.maximumTextLength, "\(frame.text.utf8.count) bytes of text")
        }
        let others = tag.links.count + tag.comments.count + tag.pictures.count + tag.privateFrames.count
        require(tag.frames.count + others <= Id3Tag.maximumFrameCount, "\(others) frames that are no texts")
        for picture in tag.pictures {
            require(picture.bytes.count <= Id3Tag.maximumPictureLength && !picture.bytes.isEmpty, "a picture")
        }
        for frame in tag.privateFrames { require(frame.bytes.count <= Id3Tag.maximumTextLength, "private bytes") }
        if let duration = tag.duration { require(duration > .zero, "\(duration)") }
    }
}
