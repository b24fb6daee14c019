import pytest

from repasse import from_minor, to_minor


@pytest.mark.parametrize(
    ("amount", "minor"), [("100.50", 10_050), ("0.00", 0), ("-0.05", -5), ("9999999999999.99", 999_999_999_999_999)]
)
def test_amounts_become_centavos_and_back(amount: str, minor: int) -> None:
    assert to_minor(amount) == minor
    assert from_minor(minor) == amount


@pytest.mark.parametrize("text", ["1", "1.5", "1.500", "1,50", " 1.50", "1.50\n", "٣.٠٠", ""])
def test_other_texts_are_no_amounts(text: str) -> None:
    with pytest.raises(ValueError, match="no amount"):
        to_minor(text)


@pytest.mark.parametrize("value", [1.5, True, "1"])
def test_other_values_are_no_centavos(value: int) -> None:
    with pytest.raises(ValueError, match="no whole number"):
        from_minor(value)
