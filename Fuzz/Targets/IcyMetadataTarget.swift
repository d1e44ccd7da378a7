import RadioFormats

/// Fuzzes the reader of ICY metadata. Input: the text of a metadata block.
enum IcyMetadataTarget: FuzzTarget {
    static let name = "IcyMetadata"

    static func run(_ input: UnsafeRawBufferPointer) {
        let metadata = IcyMetadata(input)
        require(metadata == IcyMetadata(Array(input)), "an array is read otherwise")
        require(metadata.others.count <= IcyMetadata.maximumFieldCount, "\(metadata.others.count) fields")
        var total = (metadata.streamTitle?.count ?? 0) + (metadata.streamURL?.count ?? 0)
        for field in metadata.others {
            require((1...IcyMetadata.maximumKeyLength).contains(field.key.utf8.count), "key \(field.key)")
            require(metadata[key: field.key] != nil, "\(field.key) is not found again")
            total += field.key.utf8.count + field.value.count
        }
        require(total <= min(input.count, IcyMetadata.maximumLength), "\(total) bytes of \(input.count)")
        // The reader must return a title unchanged if it contains no quote, no semicolon and no zero byte.
        if !input.contains(where: { $0 == 0x27 || $0 == 0x3B || $0 == 0 }), input.count < 4000 {
            let block = Array("StreamTitle='".utf8) + Array(input) + Array("';StreamUrl='';".utf8)
            require(IcyMetadata(block).streamTitle == Array(input), "a plain title is changed")
        }
    }
}
