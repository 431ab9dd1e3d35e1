"""The register of all cards: basic, tricks, delayed tricks, equipment."""

from __future__ import annotations

__all__ = ["FACES"]

from sanguosha.cards import FACES, basic, delayed, equipment, tricks

FACES.update((face.name, face) for chapter in (basic, tricks, delayed, equipment) for face in chapter.FACES)
