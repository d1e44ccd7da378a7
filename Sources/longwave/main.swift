import LongwaveCLI

LongwaveCommand.main()
