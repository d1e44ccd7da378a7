// RadioStreams
