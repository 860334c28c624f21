"""A photo in: any of eight formats, known by content, turned upright, or one clear sentence why not.

``load_photo`` promises eight-bit RGB that looks as the photo looks: EXIF orientation applied, alpha laid on white,
16-bit and CMYK brought down to eight-bit RGB. Large JPEGs are decoded at reduced scale; ``Photo.window`` cuts from the
full resolution where that is needed.
"""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, TiffImagePlugin
from pillow_heif import register_heif_opener

from snaptai.vision import jpeg
from snaptai.vision.photo_errors import PhotoError
from snaptai.vision.pre import GREY, halve

register_heif_opener(thumbnails=False)

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF", "TIFF", "BMP", "GIF")
MAX_MEGAPIXELS = 120
WORKING_SIDE = 1920
"""A JPEG is decoded at the smallest scale (1, 1/2, 1/4, 1/8) whose longer side is still this many pixels."""
_MAX_BYTES = 1 << 30
_OPENING = Lock()
_DNG_VERSION = 50706
_ORIENTATION = 274
_OTHER_IMAGES = {
    b"8BPS": "PSD",
    b"%PDF": "PDF",
    b"\x00\x00\x00\x0cjP": "JPEG 2000",
    b"\xff\x0a": "JPEG XL",
    b"\x00\x00\x00\x0cJXL": "JPEG XL",
    b"\x00\x00\x01\x00": "ICO",
    b"<svg": "SVG",
    b"<?xml": "SVG",
    b"P6\n": "PPM",
    b"P5\n": "PGM",
    b"FUJIFILM": "RAF",
    b"qoif": "QOI",
}
_MAGIC = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+", b"BM")
_BRANDS = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis")

Pixels = NDArray[np.uint8]
Source = str | os.PathLike[str] | bytes | bytearray | memoryview | Image.Image | NDArray[np.generic]


@dataclass(frozen=True)
class Photo:
    """An upright photo.

    ``image``: uint8 (H, W, 3) RGB, perhaps at reduced scale; ``size``: (width, height) of the full-resolution upright
    photo, to which every box refers; ``name``: as given, empty for pixels.
    """

    name: str
    size: tuple[int, int]
    image: Pixels = field(repr=False)
    encoded: bytes | None = field(default=None, repr=False)

    @property
    def scale(self) -> float:
        """Pixels of ``image`` for one pixel of the full photo: 1, or less for a large JPEG."""
        return float(self.image.shape[1] / self.size[0])

    @cached_property
    def full(self) -> Pixels:
        """uint8 (H, W, 3) RGB at full resolution; a large JPEG is decoded again on first use."""
        if self.encoded is None:
            return self.image
        return jpeg.decode(self.encoded, 1, _orientation(_open(self.encoded, self.size[0] * self.size[1])))

    def window(self, matrix: NDArray[np.floating], size: tuple[int, int]) -> Pixels:
        """uint8 (height, width, 3) cut from the photo at the best resolution at hand.

        ``matrix``: (2, 3), full-photo pixels to window pixels; ``size``: (width, height). Outside the photo is grey.
        """
        magnification = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
        base = self.image if magnification <= self.scale else self.full
        to_base = np.diag([base.shape[1] / self.size[0], base.shape[0] / self.size[1], 1.0])
        to_window = np.vstack([matrix, [0, 0, 1]]) @ np.linalg.inv(to_base)
        part, corner = _part(base, np.linalg.inv(to_window), size)
        small = halve(part, magnification / (base.shape[1] / self.size[0]))
        shrunk = np.diag([small.shape[1] / part.shape[1], small.shape[0] / part.shape[0], 1.0])
        to_window = _SHIFT @ to_window @ _moved(*corner) @ np.linalg.inv(shrunk) @ np.linalg.inv(_SHIFT)
        method = cv2.INTER_CUBIC if magnification > 1 else cv2.INTER_LINEAR
        cut = cv2.warpAffine(small, to_window[:2], size, flags=method, borderValue=(GREY, GREY, GREY))
        return np.asarray(cut, np.uint8)


def _moved(x: float, y: float) -> NDArray[np.float64]:
    return np.array([[1.0, 0, x], [0, 1, y], [0, 0, 1]])


_SHIFT = _moved(-0.5, -0.5)
"""From edges of pixels, in which boxes count, to their centres, in which OpenCV does."""


def _part(base: Pixels, to_base: NDArray[np.floating], size: tuple[int, int]) -> tuple[Pixels, tuple[int, int]]:
    """What a window of ``size`` shows of ``base``, with a little around it, and its left upper corner."""
    corners = np.array([[0, 0, 1], [size[0], 0, 1], [0, size[1], 1], [size[0], size[1], 1]]) @ to_base.T
    limit = np.array([base.shape[1], base.shape[0]])
    low = np.floor(corners[:, :2].min(axis=0) - 8).clip(0, limit - 1).astype(int)
    high = np.ceil(corners[:, :2].max(axis=0) + 8).clip(low + 1, limit).astype(int)
    return base[low[1] : high[1], low[0] : high[0]], (int(low[0]), int(low[1]))


def load_photo(source: Source | Photo, *, name: str | None = None, max_megapixels: float = MAX_MEGAPIXELS) -> Photo:
    """The photo in a file, in bytes, in a PIL image or in an array (H, W[, 1 | 3 | 4]; RGB order).

    Raises ``PhotoError``, whose code is one of interface.md's: not_found, not_an_image, truncated_image, too_large,
    unsupported_image; TypeError for anything else. The size is judged by the header, before memory is spent.
    """
    if isinstance(source, Photo):
        return source
    limit = max_megapixels * 1e6
    if isinstance(source, Image.Image):
        _check_size(source.size, limit)
        return _from_pixels(_pixels(source), name)
    if isinstance(source, np.ndarray):
        _check_size((source.shape[1], source.shape[0]) if source.ndim >= 2 else (0, 0), limit)
        return _from_pixels(_pixels(_from_array(source)), name)
    if isinstance(source, (str, os.PathLike)):
        return _from_bytes(_read_file(Path(source)), str(source) if name is None else name, limit)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _from_bytes(bytes(source), name or "", limit)
    raise TypeError(f"a photo is a path, bytes, a PIL image or an array, not {type(source).__name__}")


def _read_file(path: Path) -> bytes:
    """The file's bytes; a folder, a pipe or a file over 1 GiB is refused before it is read."""
    try:
        status = path.stat()
        is_file = path.is_file()
        if is_file and status.st_size <= _MAX_BYTES:
            return path.read_bytes()
    except (OSError, ValueError) as error:
        raise PhotoError("not_found") from error
    raise PhotoError("too_large" if is_file else "not_an_image")


def _from_pixels(image: Pixels, name: str | None) -> Photo:
    return Photo(name or "", (image.shape[1], image.shape[0]), image)


def _from_bytes(data: bytes, name: str, limit: float) -> Photo:
    image = _open(data, limit)
    if image.format in ("JPEG", "MPO"):
        jpeg.require_end_marker(data)
        if image.mode == "RGB":
            return _from_jpeg(image, data, name)
    if image.format == "HEIF":
        _keep_exif_orientation(image, data)
    return _from_pixels(_pixels(image), name)


def _from_jpeg(header: Image.Image, data: bytes, name: str) -> Photo:
    """A colour JPEG, decoded at reduced scale where it is large."""
    factor, orientation = jpeg.reduction(header.size, WORKING_SIDE), _orientation(header)
    pixels = jpeg.decode(data, factor, orientation)
    size = header.size[::-1] if orientation in (5, 6, 7, 8) else header.size
    return Photo(name, size, pixels, data if factor > 1 else None)


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:  # a damaged EXIF block is no reason to refuse the photo
        return 1


def _keep_exif_orientation(image: Image.Image, data: bytes) -> None:
    """HEIF turns by its own boxes; where it has none, the EXIF orientation that the opener laid aside counts."""
    orientation = image.info.get("original_orientation")
    if orientation and b"irot" not in data and b"imir" not in data:
        image.getexif()[_ORIENTATION] = orientation


def _open(data: bytes, limit: float) -> Image.Image:
    """The image with its header read and no pixel decoded."""
    try:
        with _of_any_size():
            image = Image.open(io.BytesIO(data), formats=FORMATS)
    except Exception as error:  # a decoder may raise anything on hostile bytes
        raise _unopened(data) from error
    _check_size(image.size, limit)
    if _DNG_VERSION in getattr(image, "tag_v2", ()):
        raise PhotoError("unsupported_image")
    return image


@contextmanager
def _of_any_size() -> Iterator[None]:
    """Without Pillow's own limit, which knows nothing of ours, and its warnings: both are of all threads at once."""
    with _OPENING, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        usual, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
        try:
            yield
        finally:
            Image.MAX_IMAGE_PIXELS = usual


def _unopened(data: bytes) -> PhotoError:
    """Why nothing opened ``data``: the start of a known format means that the rest is missing."""
    start = data[:256].lstrip()
    if any(start.startswith(magic) for magic in _OTHER_IMAGES):
        is_svg = start.startswith(b"<?xml") and b"<svg" not in data[:4096]
        return PhotoError("not_an_image" if is_svg else "unsupported_image")
    is_riff = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    if data.startswith(_MAGIC) or is_riff or (data[4:8] == b"ftyp" and data[8:12] in _BRANDS):
        return PhotoError("unsupported_image" if _is_strange_tiff(data) else "truncated_image")
    return PhotoError("not_an_image")


def _is_strange_tiff(data: bytes) -> bool:
    """A TIFF whose directory is whole, of a kind of pixel that Pillow does not know: 32-bit colour, say."""
    try:
        with _of_any_size():
            TiffImagePlugin.TiffImageFile(io.BytesIO(data))
    except Exception as error:  # a decoder may raise anything on hostile bytes
        return "unknown pixel mode" in str(error)
    return False


def _check_size(size: tuple[int, int], limit: float) -> None:
    if min(size) < 1:
        raise PhotoError("unsupported_image")
    if size[0] * size[1] > limit:
        raise PhotoError("too_large")


def _pixels(image: Image.Image) -> Pixels:
    """Upright eight-bit RGB, (H, W, 3)."""
    try:
        image.load()
        upright = image if _orientation(image) == 1 else ImageOps.exif_transpose(image)
        return np.ascontiguousarray(np.asarray(_to_rgb(upright), np.uint8))
    except (ValueError, NotImplementedError, MemoryError) as error:
        damaged = image.format in ("HEIF", "AVIF", "WEBP") and isinstance(error, ValueError)
        raise PhotoError("truncated_image" if damaged else "unsupported_image") from error
    except OSError as error:
        unknown = "decoder" in str(error) and "not available" in str(error)
        raise PhotoError("unsupported_image" if unknown else "truncated_image") from error
    except Exception as error:  # struct.error, SyntaxError, EOFError, zlib.error …: the bytes break off or are damaged
        raise PhotoError("truncated_image") from error


def _to_rgb(image: Image.Image) -> Image.Image:
    if image.mode.startswith(("I", "F")):
        return Image.fromarray(_eight_bit(np.asarray(image))).convert("RGB")
    if image.mode == "RGB":
        return image
    if image.has_transparency_data:
        image = image.convert("RGBA")
        white = Image.new("RGBA", image.size, "white")
        return Image.alpha_composite(white, image).convert("RGB")
    return image.convert("RGB")


def _eight_bit(values: NDArray[np.generic]) -> Pixels:
    """Deep values to 0…255 by the smallest usual depth (1.0, 8, 10, 12, 14, 16 bits) that holds the brightest."""
    deep = np.nan_to_num(values.astype(np.float32), posinf=0, neginf=0)
    top = float(deep.max(initial=0))
    depths = (1.0,) if top <= 1 and values.dtype.kind == "f" else ()
    white = next((depth for depth in (*depths, 255, 1023, 4095, 16383, 65535) if top <= depth), top)
    return np.asarray((deep.clip(0) * (255 / white)).round(), np.uint8)


def _from_array(array: NDArray[np.generic]) -> Image.Image:
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[:, :, 0]
    if array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (3, 4)):
        raise PhotoError("unsupported_image")
    if array.dtype == np.bool_:
        array = array.astype(np.uint8) * 255
    if array.dtype.kind not in "uif":
        raise PhotoError("unsupported_image")
    return Image.fromarray(array if array.dtype == np.uint8 else _eight_bit(array))
