"""The dice log: throws of one or two dice, counted by face; nobody sits at it."""
