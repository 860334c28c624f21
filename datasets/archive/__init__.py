"""Archives of photos: finding them in folders, zips and lists, their context beside them, the results store."""
