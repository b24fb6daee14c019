"""What the API takes and answers."""

from ._generated.models import *  # noqa: F403
from ._generated.models import __all__ as __all__
