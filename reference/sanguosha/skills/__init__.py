"""Skills (技能), a module a faction; ``library`` has them by name, and the generals who have them."""
