"""Tests of ``caipan report``."""
