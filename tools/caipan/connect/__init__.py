"""Connections to engines: in this process, or a process of their own over stdio."""
