"""What goes wrong, by kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ._generated.error_codes import ErrorCode
from ._generated.models import FieldFault, Problem


class RepasseError(Exception):
    """Whatever this package raises for a reason of the installation or the network."""


class ApiConnectionError(RepasseError):
    """No answer came: the installation could not be reached, or the connection broke."""


class ApiTimeoutError(ApiConnectionError):
    """
    No answer came in time. Whether the request was carried out is not known; under its Idempotency-Key it can be repeated.
    """


class WebhookVerificationError(RepasseError):
    """The message is not the installation's, or not of now."""


class ApiError(RepasseError):
    """The installation refused, or failed. Branch on `code`, which is never renamed."""

    def __init__(self, status: int, problem: Problem | None, headers: Mapping[str, str]) -> None:
        super().__init__(f"The answer was {status}." if problem is None else f"{problem.title}: {problem.detail}")
        self.status = status
        self.problem = problem
        """None where an answer was not the installation's own, as of a proxy in between."""
        self.headers = headers
        """By names in lower case."""

    @property
    def code(self) -> ErrorCode | str | None:
        """A known code, or one of an installation that is newer than this package."""
        return self.problem.code if self.problem else None

    @property
    def errors(self) -> Sequence[FieldFault]:
        """Every field that breaks a rule."""
        return (self.problem.errors if self.problem else None) or ()

    @property
    def current_status(self) -> str | None:
        """Where the object stands that refused."""
        return self.problem.current_status if self.problem else None

    @property
    def allowed_actions(self) -> Sequence[str]:
        """What can be done with the object as it stands."""
        return (self.problem.allowed_actions if self.problem else None) or ()

    @property
    def is_retryable(self) -> bool:
        """Whether the same request may succeed later."""
        return self.problem is not None and self.problem.retryable is True

    @property
    def request_id(self) -> str | None:
        """What to quote to support."""
        return (self.problem.request_id if self.problem else None) or self.headers.get("x-request-id")


class InvalidRequestError(ApiError):
    """400 and 422: the request breaks a rule; see `errors`."""


class AuthenticationError(ApiError):
    """401: the key or the token is not taken."""


class PermissionDeniedError(ApiError):
    """403: the key lacks a scope, or its user a profile."""


class NotFoundError(ApiError):
    """404 and 410."""


class ConflictError(ApiError):
    """409: the object does not allow it as it stands; see `current_status` and `allowed_actions`."""


class RateLimitedError(ApiError):
    """429: too many requests."""


class ServerError(ApiError):
    """5xx."""


_classes: Mapping[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    422: InvalidRequestError,
    429: RateLimitedError,
}


def api_error(status: int, problem: Problem | None, headers: Mapping[str, str]) -> ApiError:
    of = _classes.get(status, ServerError if status >= 500 else ApiError)
    return of(status, problem, headers)
