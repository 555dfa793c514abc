print("stet")
