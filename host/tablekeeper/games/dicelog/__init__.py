"""The dice log: throws of one or two dice, counted by face, without players."""
