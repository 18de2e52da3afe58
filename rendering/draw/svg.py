"""A figure's picture as outlines: SVG, drawn by manim's camera on cairo's own SVG surface."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self
from xml.sax.saxutils import escape

import cairo
from manim import Mobject, VMobject
from manim.utils.iterables import list_update

from rendering.draw.alpha import ClearCamera
from scenes.errors import UserError

if TYPE_CHECKING:
    from scenes.figure import Figure


class VectorCamera(ClearCamera):
    """manim's camera, drawing outlines instead of pixels.

    Args:
        target: the file to write the SVG to.
    """

    def __init__(self, target: io.BytesIO, **options: Any) -> None:
        super().__init__(**options)
        width, height = self.pixel_width, self.pixel_height
        self._surface = cairo.SVGSurface(target, width, height)
        self._surface.set_document_unit(cairo.SVG_UNIT_PX)
        self._context: Any = cairo.Context(self._surface)
        if self.background_opacity:
            self._context.set_source_rgb(*self.background_color.to_rgb())
            self._context.paint()
        across, down = width / self.frame_width, height / self.frame_height
        self._context.set_matrix(
            cairo.Matrix(
                across,
                0,
                0,
                -down,
                width / 2 - self.frame_center[0] * across,
                height / 2 + self.frame_center[1] * down,
            )
        )

    def get_cairo_context(self, pixel_array: Any) -> Any:
        """Return the context of the SVG surface, whatever the pixels."""
        return self._context

    def set_cairo_context_color(self, ctx: Any, rgbas: Any, vmobject: VMobject) -> Self:
        """Set a colour; for pixels, manim orders it blue, green, red."""
        return super().set_cairo_context_color(ctx, rgbas[:, [2, 1, 0, 3]], vmobject)

    def apply_fill(self, ctx: Any, vmobject: VMobject) -> Self:
        """Fill, unless the fill is invisible."""
        return super().apply_fill(ctx, vmobject) if self.get_fill_rgbas(vmobject)[:, 3].any() else self

    def apply_stroke(self, ctx: Any, vmobject: VMobject, background: bool = False) -> Self:
        """Stroke, unless the stroke is invisible."""
        seen = self.get_stroke_rgbas(vmobject, background)[:, 3].any()
        return super().apply_stroke(ctx, vmobject, background) if seen else self

    def capture_mobjects(self, mobjects: Iterable[Mobject], **options: Any) -> None:
        """Draw the mobjects.

        Raises:
            UserError: when something is made of pixels.
        """
        wanted = list(mobjects)
        for mobject in self.get_mobjects_to_display(wanted, **options):
            if len(mobject.points) and (not isinstance(mobject, VMobject) or mobject.get_background_image()):
                raise UserError(f"{type(mobject).__name__} is drawn in pixels and cannot be SVG; take --format png")
        super().capture_mobjects(wanted, **options)

    def capture_ground(self, figure: Figure) -> None:
        """Draw what lies behind the figure's mobjects."""
        figure.draw_ground(self._context)

    def finish(self) -> None:
        """Write the file."""
        self._surface.finish()


def svg(figure: Figure, title: str, description: str) -> bytes:
    """Return the picture that a figure shows at this moment, as an SVG file; its texts are outlines.

    Args:
        figure: a figure that is staged, within manim's settings for it.
        title: the picture's title, for screen readers.
        description: a description of the picture, for screen readers.

    Raises:
        UserError: when something in it is made of pixels.
    """
    target = io.BytesIO()
    ground: Any = figure.renderer.camera
    camera = VectorCamera(
        target, background_color=ground.background_color, background_opacity=ground.background_opacity
    )
    camera.capture_ground(figure)
    camera.capture_mobjects(list_update(figure.mobjects, figure.foreground_mobjects))
    camera.finish()
    words = f"<title>{_escaped(title)}</title>\n<desc>{_escaped(description)}</desc>\n"
    head, end, body = target.getvalue().partition(b'">\n')
    return head.replace(b"<svg ", b'<svg role="img" ', 1) + end + words.encode() + body


def _escaped(text: str) -> str:
    """Return text in the form that XML holds; characters that it cannot hold are left out."""
    return escape("".join(letter for letter in text if letter.isprintable()))
