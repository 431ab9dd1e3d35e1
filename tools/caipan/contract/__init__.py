"""The contract between the suite and an engine: messages, vocabulary, schema."""
