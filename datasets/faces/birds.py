"""一索: the bird, three ways."""

from __future__ import annotations

from snaptai.datasets.faces.shapes import Shape, blade, disc, fill, line, oval, placed
from snaptai.datasets.faces.styles import Style


def bird(style: Style) -> tuple[Shape, ...]:
    """The bird that the style has."""
    return {"peacock": peacock, "fan": fan, "sparrow": sparrow}[style.bird](style)


def _plume(length: float, style: Style) -> tuple[Shape, ...]:
    """A tail feather up from the origin with an eye at its end."""
    end = complex(0, -length)
    return (
        blade(0j, end * 0.5, end - 22j, 26, style.green),
        oval(end, 19, 25, style.green),
        oval(end, 14, 19, style.face),
        oval(end + 2j, 11, 15, style.blue),
        oval(end + 5j, 5, 7, style.red),
    )


def fan(style: Style) -> tuple[Shape, ...]:
    """A peacock that shows its tail."""
    root = 150 + 268j
    tail = tuple(
        s
        for turn in (-75, 75, -50, 50, -25, 25, 0)
        for s in placed(_plume(160 - abs(turn) * 0.56, style), root, turn=turn)
    )
    tail += tuple(s for turn in (-65, 65, -39, 39, -13, 13) for s in placed(_plume(112, style), root, turn=turn))
    body = (
        fill(
            "M150 150C126 150 124 176 130 196C112 222 104 256 118 292"
            "C128 316 172 316 182 292C196 256 188 222 170 196C176 176 174 150 150 150Z",
            style.face,
        ),
        fill(
            "M150 156C131 156 130 178 136 198C118 224 111 256 124 288"
            "C133 309 167 309 176 288C189 256 182 224 164 198C170 178 169 156 150 156Z",
            style.blue,
        ),
        fill("M142 178L150 200L158 178Z", style.red),
        disc(141 + 172j, 4.5, style.face),
        disc(159 + 172j, 4.5, style.face),
    )
    scales = tuple(
        line(f"M{x - 9} {y}Q{x} {y + 12} {x + 9} {y}", style.face, 4)
        for y, xs in ((226, (150,)), (244, (140, 160)), (262, (131, 150, 169)), (280, (141, 159)))
        for x in xs
    )
    crest = tuple(
        s
        for x in (136, 150, 164)
        for s in (
            line(f"M150 156L{x} {132 - (x == 150) * 5}", style.red, 4),
            disc(complex(x, 130 - (x == 150) * 5), 6, style.red),
        )
    )
    legs = tuple(
        line(d, style.red, 6)
        for d in (
            "M136 306V344M136 344L120 356M136 344V360M136 344L150 356",
            "M164 306V344M164 344L150 356M164 344V360M164 344L180 356",
        )
    )
    return (*tail, *crest, *legs, *body, *scales)


def peacock(style: Style) -> tuple[Shape, ...]:
    """A peacock in profile, its train hanging down."""
    ground = style.face
    train = tuple(
        shape
        for d, x, y, colour in (
            ("M176 210C226 250 236 300 232 352", 232, 352, style.green),
            ("M168 222C200 270 198 310 188 362", 188, 362, style.blue),
            ("M184 200C250 224 268 268 266 314", 266, 314, style.green),
        )
        for shape in (
            line(d, colour, 15),
            line(d, ground, 3),
            oval(complex(x, y), 17, 21, colour),
            oval(complex(x, y), 11, 14, ground),
            oval(complex(x, y + 2), 7, 9, style.red),
        )
    )
    body = (
        fill(
            "M96 106C96 66 150 58 160 100C166 130 196 150 204 186"
            "C212 226 186 252 150 250C106 246 84 206 94 166C98 146 98 128 96 106Z",
            style.green,
        ),
        fill("M100 92L58 108L100 120Z", style.red),
        disc(124 + 98j, 15, ground),
        disc(122 + 98j, 8, style.blue),
    )
    wing = (
        fill("M124 164C160 150 204 172 226 216C196 240 146 236 126 204C116 188 116 172 124 164Z", ground),
        fill("M132 170C162 158 196 178 216 214C190 230 150 226 134 202C126 188 126 176 132 170Z", style.red),
        line("M150 180C172 184 188 198 198 212M146 194C164 198 176 206 184 216", ground, 5),
    )
    breast = tuple(
        line(f"M{x} {y}Q{x + 7} {y + 12} {x + 16} {y + 2}", ground, 4)
        for x, y in ((106, 142), (102, 166), (104, 190), (118, 214), (140, 230))
    )
    crest = tuple(
        s
        for x, y in ((104, 40), (130, 30), (156, 38))
        for s in (line(f"M128 76Q{x} {y + 26} {x} {y}", style.blue, 5), disc(complex(x, y), 8, style.red))
    )
    legs = (line("M132 246V306M132 306L112 318M132 306L154 318", style.red, 7),)
    perch = (
        line("M40 318C84 310 130 328 178 316", style.blue, 11),
        blade(56 + 314j, 40 + 284j, 66 + 262j, 22, style.green),
        blade(84 + 316j, 66 + 352j, 96 + 372j, 22, style.green),
    )
    return (*train, *perch, *legs, *crest, *body, *wing, *breast)


def sparrow(style: Style) -> tuple[Shape, ...]:
    """A small bird with a long tail on a bamboo twig."""
    ground = style.face
    tail = (
        fill("M170 214L236 356L214 366L150 236Z", style.green),
        fill("M156 226L198 366L174 372L138 244Z", style.red),
        line("M168 236L222 352M152 248L184 364", ground, 4),
    )
    body = (
        fill(
            "M92 112C92 76 132 58 162 80C184 98 178 124 194 148"
            "C214 182 202 232 164 246C124 256 90 226 90 184C90 156 100 142 92 112Z",
            style.blue,
        ),
        fill("M98 96L52 104L98 122Z", style.red),
        disc(128 + 106j, 16, ground),
        disc(125 + 106j, 8, style.red),
        fill("M92 70C110 40 150 36 176 60C150 58 122 62 104 82Z", style.red),
    )
    wing = (
        fill("M134 158C170 144 214 176 238 240C196 244 150 232 134 200C126 182 128 166 134 158Z", ground),
        fill("M140 166C170 154 206 182 226 232C192 234 156 222 142 198C136 184 136 172 140 166Z", style.green),
        line("M154 180C178 188 196 206 208 222M150 198C168 206 182 216 194 224", ground, 5),
    )
    down = tuple(
        line(f"M{x} {y}L{x + 6} {y + 20}", ground, 5) for x, y in ((104, 150), (104, 182), (116, 208), (118, 164))
    )
    twig = (
        line("M60 288C110 276 170 296 244 268", style.green, 11),
        line("M104 270V292M196 274V294", ground, 3),
        blade(86 + 284j, 60 + 316j, 42 + 340j, 22, style.green),
        blade(112 + 286j, 100 + 324j, 84 + 352j, 22, style.green),
    )
    legs = (line("M128 246L120 286M148 248L150 288", style.red, 7),)
    return (*tail, *twig, *legs, *body, *wing, *down)
