"""caipan (裁判): does an implementation of Sanguosha (三国杀) play by the rules?"""

__version__ = "0.1.0"
