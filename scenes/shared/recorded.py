"""The choice of a recording, which all figures of real models share."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from scenes.errors import UserError, shown
from scenes.parameters import FigureParameters
from scenes.recordings import Recording, read_recording
from scenes.worlds import World


class OfRecording(FigureParameters):
    """The parameters of figures drawn from a recording: which one."""

    recording: str = Field("minilm-apple", description="The recording: its name, or a file from record-model.")
    digest: str = Field("", description="The recording's digest, found when left out: another file is another film.")

    @model_validator(mode="before")
    @classmethod
    def _with_digest(cls, given: Any) -> Any:
        if not isinstance(given, dict) or given.get("digest") or not isinstance(given.get("recording", ""), str):
            return given
        source = given.get("recording", cls.model_fields["recording"].default)
        return {**given, "digest": read_recording(source).digest}

    def read(self) -> Recording:
        """Return the recording.

        Raises:
            UserError: when there is none, it is broken, or it has changed since its digest was taken.
        """
        recording = read_recording(self.recording)
        if self.digest not in ("", recording.digest):
            raise UserError(f"recording {shown(self.recording)} is another one than it was: its digest has changed")
        return recording

    def world_used(self, world: World) -> World:
        """Return a world of nothing: all that is drawn is in the recording."""
        return World(title="a recording", axes=("x", "y"), vectors={"x": (0.0, 0.0)})
