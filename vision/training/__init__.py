"""Training, export and measuring of the recogniser. torch and ultralytics are imported only in this room."""
