// RadioText
