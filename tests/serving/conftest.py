"""What is served lies in a home of its own."""

from tests.api.conftest import home, stub

__all__ = ["home", "stub"]
