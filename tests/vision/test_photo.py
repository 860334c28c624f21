"""Photos of every kind come in upright and true, or are refused with the right code."""

import io
import math
import warnings
import zlib

import cv2
import numpy as np
import pytest
from PIL import Image, ImageOps

from snaptai.vision.photo import PhotoError, load_photo

WIDTH, HEIGHT = 96, 64
RED, GREEN, BLUE, YELLOW = (200, 30, 30), (30, 160, 40), (40, 60, 200), (220, 200, 40)


def quarters(width: int = WIDTH, height: int = HEIGHT) -> Image.Image:
    """Red, green above; blue, yellow below: any turn or mirroring shows."""
    pixels = np.zeros((height, width, 3), np.uint8)
    top, left = height // 2, width // 2
    pixels[:top, :left], pixels[:top, left:], pixels[top:, :left], pixels[top:, left:] = RED, GREEN, BLUE, YELLOW
    return Image.fromarray(pixels)


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def corners(pixels: np.ndarray) -> np.ndarray:
    height, width = pixels.shape[:2]
    rows, columns = [height // 4, 3 * height // 4], [width // 4, 3 * width // 4]
    return pixels[np.ix_(rows, columns)].reshape(4, 3).astype(int)


def assert_quarters(pixels: np.ndarray, tolerance: int = 40) -> None:
    assert np.abs(corners(pixels) - [RED, GREEN, BLUE, YELLOW]).max() <= tolerance


KINDS: dict[str, dict[str, object]] = {"JPEG": {"quality": 90}, "WEBP": {"lossless": True}}
KINDS |= {kind: {} for kind in ("PNG", "HEIF", "AVIF", "TIFF", "BMP", "GIF")}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_read_whatever_its_name(kind, tmp_path):
    path = tmp_path / "photo.txt"
    path.write_bytes(encoded(quarters(), kind, **KINDS[kind]))
    photo = load_photo(path)
    assert photo.size == (WIDTH, HEIGHT)
    assert photo.name == str(path)
    assert photo.image.dtype == np.uint8
    assert_quarters(photo.image)


@pytest.mark.parametrize("boxed", [False, True], ids=["object", "bytes"])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "HEIF", "AVIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_eight_orientations_come_in_upright(kind, orientation, boxed):
    undo = {
        1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]  # fmt: skip
    stored = quarters() if undo is None else quarters().transpose(undo)
    exif = Image.Exif()
    exif[274] = orientation
    photo = load_photo(encoded(stored, kind, **KINDS[kind], exif=exif.tobytes() if boxed else exif))
    assert photo.size == (WIDTH, HEIGHT)
    assert photo.image.shape == (HEIGHT, WIDTH, 3)
    assert_quarters(photo.image)


def test_a_pil_image_with_orientation_comes_in_upright():
    exif = Image.Exif()
    exif[274] = 6
    image = Image.open(io.BytesIO(encoded(quarters().transpose(Image.Transpose.ROTATE_90), "PNG", exif=exif)))
    assert_quarters(load_photo(image).image)


@pytest.mark.parametrize("top", [65535, 4095, 1023])
@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
def test_sixteen_bit_grey_keeps_its_greys(kind, top):
    ramp = np.tile(np.linspace(0, top, 64), (32, 1)).astype(np.uint16)
    image = load_photo(encoded(Image.fromarray(ramp), kind)).image
    expected = np.tile(np.linspace(0, 255, 64), (32, 1))
    assert np.abs(image[..., 0] - expected).max() <= 2


def test_sixteen_bit_array_and_float_array_are_brought_to_eight_bits():
    ramp = np.tile(np.linspace(0, 1, 64), (32, 1))
    for array in (ramp.astype(np.float32), (ramp * 65535).astype(np.uint16), (ramp * 255).astype(np.uint8)):
        assert np.abs(load_photo(array).image[..., 1] - ramp * 255).max() <= 2


@pytest.mark.parametrize("mode", ["L", "P", "CMYK", "1", "LA", "RGBA", "YCbCr"])
def test_every_colour_mode_becomes_rgb(mode):
    picture = quarters() if mode in ("P", "CMYK", "RGBA", "YCbCr") else Image.new("L", (WIDTH, HEIGHT), 255)
    photo = load_photo(picture.convert(mode))
    assert photo.image.shape == (HEIGHT, WIDTH, 3)
    if mode in ("L", "1", "LA"):
        assert (photo.image == 255).all()
    else:
        assert_quarters(photo.image)


def test_a_damaged_exif_block_is_no_reason_to_refuse_a_photo():
    assert_quarters(load_photo(encoded(quarters(), "JPEG", quality=90, exif=b"Exif\0\0II*\0garbage")).image)


def test_grey_jpeg_is_read():
    assert load_photo(encoded(Image.new("L", (WIDTH, HEIGHT), 90), "JPEG")).image.shape == (HEIGHT, WIDTH, 3)


def test_cmyk_jpeg_keeps_its_colours():
    assert_quarters(load_photo(encoded(quarters().convert("CMYK"), "JPEG", quality=95)).image)


def test_what_is_transparent_becomes_white():
    clear = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    clear.paste((10, 20, 30, 255), (0, 0, 20, 40))
    palette = Image.new("P", (40, 40), 0)
    palette.putpalette([0, 0, 0, 10, 20, 30])
    palette.paste(1, (0, 0, 20, 40))
    for data in (encoded(clear, "PNG"), encoded(clear, "WEBP", lossless=True), encoded(palette, "PNG", transparency=0)):
        image = load_photo(data).image
        assert (image[:, 25:] == 255).all()
        assert np.abs(image[:, :15].astype(int) - [10, 20, 30]).max() <= 2


def test_the_first_frame_of_a_gif_is_read():
    frames = [quarters(), Image.new("RGB", (WIDTH, HEIGHT), "black")]
    assert_quarters(load_photo(encoded(frames[0], "GIF", save_all=True, append_images=frames[1:])).image)


def test_arrays_of_other_shapes():
    assert load_photo(np.zeros((5, 7, 1), np.uint8)).size == (7, 5)
    assert load_photo(np.zeros((5, 7, 4), np.uint8)).image.min() == 255
    assert load_photo(np.ones((5, 7), bool)).image.min() == 255
    for array in (np.zeros((5, 7, 2), np.uint8), np.zeros(5), np.zeros((0, 4, 3), np.uint8), np.array([["a", "b"]])):
        with pytest.raises(PhotoError) as caught:
            load_photo(array)
        assert caught.value.code == "unsupported_image"


def code(source: object, **options: float) -> str:
    with pytest.raises(PhotoError) as caught:
        load_photo(source, **options)
    assert caught.value.message("zh") == str(caught.value)
    assert caught.value.message("en") != caught.value.message("zh")
    return caught.value.code


def noisy(width: int = 160, height: int = 120) -> Image.Image:
    return Image.fromarray(np.random.default_rng(3).integers(0, 255, (height, width, 3), np.uint8))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("kept", [0.9, 0.5, 0.1])
def test_a_file_that_breaks_off_is_truncated(kind, kept):
    data = encoded(noisy(), kind, **KINDS[kind])
    assert code(data[: int(len(data) * kept)]) == "truncated_image"


@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_whose_end_was_lost_is_truncated(progressive):
    data = encoded(noisy(), "JPEG", quality=90, progressive=progressive)
    half = data[: len(data) // 2]
    assert code(half + bytes(len(data) - len(half))) == "truncated_image"
    assert code(data[:-2]) == "truncated_image"


def test_a_jpeg_with_something_after_its_end_is_whole():
    trailer = b"MotionPhoto" + np.random.default_rng(1).integers(0, 255, 5000, np.uint8).tobytes()
    assert_quarters(load_photo(encoded(quarters(), "JPEG", quality=90) + trailer).image)


def test_the_first_picture_of_a_phone_s_multi_picture_jpeg_is_read():
    other = Image.new("RGB", (WIDTH // 2, HEIGHT // 2))
    assert_quarters(load_photo(encoded(quarters(), "MPO", save_all=True, append_images=[other], quality=90)).image)


def test_what_is_no_image_is_said_to_be_none(tmp_path):
    for data in (b"", b"hello", b"PK\x03\x04" + bytes(100), bytes(1000), b"<?xml version='1.0'?><html/>"):
        assert code(data) == "not_an_image"
    path = tmp_path / "photo.jpg"
    path.write_text("not a photo")
    assert code(path) == "not_an_image"
    assert code(tmp_path) == "not_an_image"


def test_other_kinds_of_images_are_unsupported():
    photoshop, jpeg_xl, bitmap = b"8BPS\0\1", b"\x00\x00\x00\x0cJXL \r\n", b"P6\n1 1\n255\nabc"
    for start in (photoshop, b"%PDF-1.7\n", b"<svg xmlns=''></svg>", jpeg_xl, bitmap):
        assert code(start + bytes(64)) == "unsupported_image"
    dng = encoded(quarters(), "TIFF", tiffinfo={50706: b"\x01\x04\x00\x00"})
    assert code(dng) == "unsupported_image"
    deep = cv2.imencode(".tif", np.ones((HEIGHT, WIDTH, 3), np.float32))[1].tobytes()
    assert code(deep) == "unsupported_image"
    assert code(deep[: len(deep) // 2]) == "truncated_image"


def test_a_file_that_is_not_there(tmp_path):
    assert code(tmp_path / "none.jpg") == "not_found"
    assert code(str(tmp_path / "no" / "such" / "folder.jpg")) == "not_found"
    assert code("\0") == "not_found"


def test_the_pixel_cap_is_an_option_and_is_checked_in_every_way_in():
    image = quarters(1200, 1000)
    for source in (encoded(image, "JPEG"), encoded(image, "PNG"), encoded(image, "HEIF"), image, np.asarray(image)):
        assert code(source, max_megapixels=1.1) == "too_large"
        assert load_photo(source, max_megapixels=1.2).size == (1200, 1000)
        assert load_photo(source, max_megapixels=math.inf).size == (1200, 1000)


def test_a_raised_cap_holds_also_beyond_pillows_own_limit(monkeypatch):
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 50_000)  # 89,478,485 as shipped: phones have 200 megapixels
    for kind in ("JPEG", "PNG"):
        assert load_photo(encoded(quarters(1200, 1000), kind)).size == (1200, 1000)
    assert Image.MAX_IMAGE_PIXELS == 50_000


def test_a_huge_picture_is_refused_by_its_header_without_decoding():
    tiny = encoded(Image.new("1", (8, 8)), "PNG")
    for side in (11000, 60000):  # 121 megapixels; far over any cap
        header = tiny[:16] + side.to_bytes(4, "big") * 2 + tiny[24:29]
        data = header + zlib.crc32(header[12:29]).to_bytes(4, "big") + tiny[33:]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert code(data) == "too_large"


def test_a_large_jpeg_is_decoded_small_and_its_details_stay_within_reach():
    rng = np.random.default_rng(0)
    pixels = np.asarray(quarters(4000, 3000)).copy()
    detail = rng.integers(0, 2, (40, 40, 1), np.uint8).repeat(3, axis=2) * 255
    pixels[1000:1040, 2500:2540] = detail
    photo = load_photo(encoded(Image.fromarray(pixels), "JPEG", quality=95, subsampling=0))
    assert photo.size == (4000, 3000)
    assert photo.image.shape == (1500, 2000, 3)
    assert photo.scale == 0.5
    assert_quarters(photo.image)
    window = photo.window(np.array([[1.0, 0, -2500], [0, 1, -1000]]), (40, 40))
    assert np.abs(window.astype(int) - detail).mean() < 30
    whole = photo.window(np.array([[0.1, 0, 0], [0, 0.1, 0]]), (400, 300))
    assert_quarters(whole)


def test_a_large_turned_jpeg_keeps_its_full_size():
    exif = Image.Exif()
    exif[274] = 6
    stored = quarters(4000, 3000).transpose(Image.Transpose.ROTATE_90)
    photo = load_photo(encoded(stored, "JPEG", quality=80, exif=exif))
    assert photo.size == (4000, 3000)
    assert photo.full.shape == (3000, 4000, 3)
    assert_quarters(photo.image)
    assert_quarters(photo.full)


@pytest.mark.parametrize("orientation", range(2, 9))
@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_every_orientation_of_one_picture_gives_the_very_same_pixels(kind, orientation):
    """Checked against Pillow's own idea of the orientation, on a picture without any symmetry."""
    exif = Image.Exif()
    exif[274] = orientation
    data = encoded(noisy(48, 32), kind, exif=exif)
    expected = np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGB"))
    assert (load_photo(data).image == expected).all()


@pytest.mark.parametrize("scale", [0.3, 1.0, 2.0])
def test_a_window_shows_exactly_the_part_asked_for_and_grey_outside(scale):
    pixels = np.full((600, 800, 3), 40, np.uint8)
    pixels[200:400, 300:500] = 240
    size = (round(200 * scale), round(100 * scale))
    matrix = np.array([[scale, 0, -400 * scale], [0, scale, -350 * scale]])  # from (400, 350) to (600, 450)
    cut = load_photo(pixels).window(matrix, size)[..., 0]
    assert (cut > 140).mean() == pytest.approx(0.25, abs=0.02)
    assert (cut[: size[1] // 2 - 2, : size[0] // 2 - 2] > 200).all()
    outside = load_photo(pixels).window(np.array([[1.0, 0, 5000], [0, 1, 0]]), (40, 30))
    assert (outside == 114).all()


@pytest.mark.parametrize("thing", [None, 5, io.BytesIO(b"x")])
def test_what_is_no_photo_at_all_is_told_what_one_is(thing: object) -> None:
    with pytest.raises(TypeError, match="a path, bytes, a PIL image or an array, not"):
        load_photo(thing)
