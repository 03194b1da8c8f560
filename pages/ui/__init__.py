"""Everything that the screens show; the files of pages/ say which part stands where."""
