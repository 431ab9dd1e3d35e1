"""Reports of several engines beside one another: a table, a website, a badge."""
