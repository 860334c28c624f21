"""A photo, however it is handed over and turned, becomes the same draft; two photos of one hand become one."""

import io

import numpy as np
import pytest
from PIL import Image

from snaptai.vision import read_photo
from snaptai.vision.backends.fake import FakeNetwork, paint
from snaptai.vision.detector import TileDetector
from snaptai.vision.draft import hand_document
from snaptai.vision.edits import Move, Retag, correct
from snaptai.vision.photo_errors import PhotoError

ROW = ("2m", "3m", "4m", "6p", "7p", "8p", "5s", "5s", "7s", "8s")
SIDE, PITCH = 80, 66


@pytest.fixture(scope="module")
def detector():
    return TileDetector(FakeNetwork(), threshold=0.1)


def blank():
    return np.full((1200, 1600, 3), (30, 90, 60), np.uint8)


def lay(image, tiles, x, y):
    for index, tile in enumerate(tiles):
        paint(image, (x + PITCH * index, y), (SIDE * 0.75, SIDE), tile)
    return image


def whole_hand():
    image = lay(blank(), ROW, 300, 600)
    lay(image, ("9s",), 1080, 600)
    lay(image, ("E", "E", "E"), 300, 470)
    lay(image, ("X", "C", "C", "X"), 620, 470)
    return lay(image, ("1f", "6f"), 600, 750)


EXPECTED = {
    "concealed": "234m678p5578s",
    "winning_tile": "9s",
    "exposed": ["EEE"],
    "concealed_kongs": ["CCCC"],
    "flowers": "16f",
}


def hand(draft):
    return hand_document(draft.hand())


def test_a_whole_table_is_read_with_sizes_boxes_and_no_question(detector):
    draft = read_photo(whole_hand(), detector)
    assert hand(draft) == EXPECTED
    assert draft.size == (1600, 1200)
    assert draft.questions == ()
    first = min((tile for tile in draft.tiles if tile.role == "concealed"), key=lambda tile: tile.box[0])
    assert first.tile == "2m" and np.allclose(first.box, (270, 560, 330, 640), atol=5)


@pytest.mark.parametrize("orientation", range(2, 9))
def test_the_eight_orientations_of_one_photo_give_one_hand(detector, orientation):
    turned = {
        2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]  # fmt: skip
    stored, exif = io.BytesIO(), Image.Exif()
    exif[274] = orientation
    Image.fromarray(whole_hand()).transpose(turned).save(stored, "PNG", exif=exif)
    draft = read_photo(stored.getvalue(), detector)
    assert (hand(draft), draft.size) == (EXPECTED, (1600, 1200))


def test_path_bytes_picture_and_array_are_read_alike(detector, tmp_path):
    picture = Image.fromarray(whole_hand())
    path = tmp_path / "hand.png"
    picture.save(path)
    drafts = [
        read_photo(source, detector) for source in (path, str(path), path.read_bytes(), picture, np.array(picture))
    ]
    assert all(draft.tiles == drafts[0].tiles for draft in drafts)
    assert drafts[0].photo == str(path)


def test_a_photo_taken_upside_down_gives_the_same_hand(detector):
    assert hand(read_photo(whole_hand()[::-1, ::-1].copy(), detector)) == EXPECTED


def test_row_in_one_photo_melds_and_flowers_in_another_make_one_hand(detector):
    row = lay(lay(blank(), ROW, 300, 600), ("9s",), 1080, 600)
    rest = lay(lay(blank(), ("E", "E", "E"), 300, 470), ("X", "C", "C", "X"), 620, 470)
    lay(rest, ("1f", "6f"), 600, 650)
    draft = read_photo([row, rest], detector)
    assert hand(draft) == EXPECTED
    assert draft.size == (3200, 1200)
    assert all((tile.box[0] >= 1600) == (tile.role in ("exposed", "concealed_kong", "flower")) for tile in draft.tiles)


def test_two_photos_of_the_same_hand_count_once_and_say_so(detector):
    again = lay(np.roll(whole_hand(), (40, 90), (0, 1)), ("2f",), 822, 790)
    draft = read_photo([whole_hand(), again], detector)
    assert hand(draft) == EXPECTED | {"flowers": "126f"}
    (question,) = (question for question in draft.questions if question.code != "photo_quality")
    assert (question.code, question.tile) == ("layout_unclear", None) and "第 2 張照片" in question.message
    assert correct(draft, Retag(0, draft.tiles[0].tile)).questions == draft.questions
    another = next(i for i, tile in enumerate(draft.tiles) if tile.role == "other")
    assert question not in correct(draft, Move(another, "concealed")).questions


def test_a_flower_in_both_photos_counts_once(detector):
    row = lay(
        lay(blank(), ("2m", "3m", "4m", "6p", "7p", "8p", "5s", "5s", "7s", "8s", "9s"), 300, 600), ("1f",), 600, 750
    )
    rest = lay(lay(blank(), ("E", "E", "E"), 300, 470), ("S", "S", "S"), 620, 470)
    lay(rest, ("1f",), 600, 650)
    assert hand(read_photo([row, rest], detector))["flowers"] == "1f"


def test_a_photo_without_tiles_is_a_question_and_no_error(detector):
    draft = read_photo(blank(), detector)
    assert [question.code for question in draft.questions] == ["no_tiles"]
    assert draft.to_document()["hand"]["concealed"] == ""


def test_what_is_no_photo_is_one_error(detector):
    with pytest.raises(ValueError, match="no photo was given"):
        read_photo([], detector)
    with pytest.raises(PhotoError) as caught:
        read_photo(b"hello", detector)
    assert caught.value.code == "not_an_image"
