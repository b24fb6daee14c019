"""What the generated models have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, Self, TypeVar, cast

from pydantic import BaseModel, ConfigDict, PrivateAttr, TypeAdapter, ValidationError, ValidationInfo, model_validator
from pydantic.functional_validators import ModelWrapValidatorHandler

T = TypeVar("T")


@dataclass(frozen=True)
class ResponseInfo:
    """What an answer brought beside its body."""

    status: int
    headers: Mapping[str, str]
    """By names in lower case."""
    request_id: str | None
    """What to quote to support."""
    is_replayed: bool
    """True where a request before this one had the same Idempotency-Key, and this is its answer."""


class Model(BaseModel):
    """Has members that are newer than the package, too, under the names that the API gives them."""

    model_config = ConfigDict(
        extra="allow", populate_by_name=True, protected_namespaces=(), defer_build=True, hide_input_in_errors=True
    )
    _response_info: ResponseInfo | None = PrivateAttr(default=None)

    @property
    def response_info(self) -> ResponseInfo | None:
        """What came beside it; None of what is a part of an answer, or was not answered."""
        return self._response_info

    @model_validator(mode="wrap")
    @classmethod
    def _take_what_came(cls, value: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:
        try:
            return handler(value)
        except ValidationError:
            if info.context is not _as_it_came or not isinstance(value, Mapping):
                raise
            return cls.model_construct(**_members(cls, cast("Mapping[str, Any]", value)))


_as_it_came = {"answer": True}


def _members(of: type[Model], value: Mapping[str, Any]) -> dict[str, Any]:
    """Each member by itself: as the model has it, or else as it came; None where it is missing."""
    of.model_rebuild()
    members = {**value}
    for name, field in of.model_fields.items():
        raw = members.pop(field.alias or name, field.get_default())
        annotation: Any = field.annotation
        members[name] = _member(_adapter(annotation), raw)
    return {name: None if _is_missing(member) else member for name, member in members.items()}


def _member(adapter: TypeAdapter[Any], raw: Any) -> Any:
    for context in (None, _as_it_came):
        try:
            return adapter.validate_python(raw, context=context)
        except ValidationError:
            continue
    return raw


def _is_missing(member: Any) -> bool:
    return type(member).__name__ == "PydanticUndefinedType"


@cache
def _adapter(of: Any) -> TypeAdapter[Any]:
    return TypeAdapter(of)


class Shape(Generic[T]):
    """The type of an answer, as something that can be handed on."""

    def __init__(self, of: Any) -> None:
        self._of = of

    def read(self, body: Any) -> T:
        """What an installation has answered is taken, whatever its release: what does not fit the model stays as it came."""
        try:
            return cast(T, _adapter(self._of).validate_python(body))
        except ValidationError:
            return cast(T, _adapter(self._of).validate_python(body, context=_as_it_came))


def with_info(body: T, info: ResponseInfo) -> T:
    """Keeps what came beside a body with it."""
    if isinstance(body, Model):
        body._response_info = info  # pyright: ignore[reportPrivateUsage]
    return body


def json_of(body: Any) -> bytes:
    """As the API names members, without what was not set."""
    return TypeAdapter[Any](Any).dump_json(body, by_alias=True, exclude_unset=True)
