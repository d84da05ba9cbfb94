"""Lists from elsewhere: players who are imported, with the meaning of their columns, and rating lists."""
