// RadioStations
