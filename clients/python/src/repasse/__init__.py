"""A typed client of a Repasse installation: charges, splits, payouts, webhooks."""

from . import models
from ._client import AsyncRepasse, Repasse
from ._generated.error_codes import ErrorCode
from ._generated.models import WebhookEvent
from ._model import ResponseInfo
from ._options import CallOptions, KeyedCallOptions
from ._pages import AsyncPages, Page, Pages
from ._version import __version__
from ._webhooks import Webhooks
from .errors import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AuthenticationError,
    ConflictError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitedError,
    RepasseError,
    ServerError,
    WebhookVerificationError,
)
from .money import from_minor, to_minor

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AsyncPages",
    "AsyncRepasse",
    "AuthenticationError",
    "CallOptions",
    "ConflictError",
    "ErrorCode",
    "InvalidRequestError",
    "KeyedCallOptions",
    "NotFoundError",
    "Page",
    "Pages",
    "PermissionDeniedError",
    "RateLimitedError",
    "Repasse",
    "RepasseError",
    "ResponseInfo",
    "ServerError",
    "WebhookEvent",
    "WebhookVerificationError",
    "Webhooks",
    "__version__",
    "from_minor",
    "models",
    "to_minor",
]
