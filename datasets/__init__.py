"""Pictures and their truth: drawn faces, rendered scenes, labelled photos of any form, archives of a club's photos."""
