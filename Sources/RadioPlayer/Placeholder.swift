// RadioPlayer
