"""Work in many processes: real ones, on this machine."""
