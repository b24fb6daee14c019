"""As in package.json; a unit spec compares them."""

__version__ = "0.1.0"
