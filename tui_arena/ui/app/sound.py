"""Short tones for a turn, a reveal or a win, through the system's own player. By default they are off.

Without a player no sound is heard and no message appears. The terminal's bell doesn't replace a player.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import wave
from array import array
from collections.abc import Callable, Sequence
from math import pi, sin
from pathlib import Path

from tui_arena.config import BadFile, write_own

PLAYERS: Sequence[tuple[str, ...]] = (("paplay",), ("aplay", "-q"), ("afplay",))
"""Programs that play a file, in order of preference."""
RATE = 22_050
LOUD = 6_000
"""The amplitude, out of 32,767: soft."""
FADE = 0.012
"""The seconds in which a tone swells and fades, so that it doesn't click."""
TONES: dict[str, Sequence[tuple[float, float]]] = {
    "turn": ((659.3, 0.08),),
    "reveal": ((523.3, 0.07), (659.3, 0.09)),
    "time": ((220.0, 0.12), (0.0, 0.05), (220.0, 0.3)),
    "won": ((523.3, 0.1), (659.3, 0.1), (784.0, 0.1), (1046.5, 0.22)),
    "lost": ((440.0, 0.14), (349.2, 0.24)),
}
"""Maps each sound to its tones, as hertz and seconds."""


def player() -> tuple[str, ...] | None:
    """The command that plays a file; None if there is no player."""
    return next((command for command in PLAYERS if shutil.which(command[0])), None)


def recorded(tones: Sequence[tuple[float, float]]) -> bytes:
    """A WAV file of the tones, with one channel and 16 bits."""
    samples = array("h")
    for hertz, seconds in tones:
        length = int(RATE * seconds)
        edge = max(int(RATE * FADE), 1)
        for n in range(length):
            swell = min(n / edge, (length - n) / edge, 1.0)
            samples.append(int(LOUD * swell * sin(2 * pi * hertz * n / RATE)))
    file = io.BytesIO()
    with wave.Wave_write(file) as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(samples.tobytes())
    return file.getvalue()


class Sound:
    """Plays one sound at a time."""

    def __init__(self, folder: Path, wanted: Callable[[], bool]) -> None:
        """`folder`: where the sound files are kept. `wanted`: tells whether sounds may be played now."""
        self._folder = folder
        self._wanted = wanted
        self._playing: subprocess.Popen[bytes] | None = None

    def play(self, name: str) -> None:
        """Play a sound of `TONES`, unless another is playing. It may make a file, so it runs in a thread."""
        if not self._wanted() or (self._playing is not None and self._playing.poll() is None):
            return
        command = player()
        if command is None:
            return
        try:
            path = self._folder / f"{name}.wav"
            if not path.is_file():
                write_own(path, recorded(TONES[name]))
            quiet = subprocess.DEVNULL
            self._playing = subprocess.Popen(  # noqa: S603  (the program is one of PLAYERS)
                [*command, str(path)], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
            )
        except (BadFile, OSError):
            self._playing = None

    def stop(self) -> None:
        """Stop the current sound."""
        if self._playing is not None:
            self._playing.terminate()
            self._playing.wait()
            self._playing = None
