"""Why a photo cannot be read: interface.md's codes, each with one sentence that says what to do."""

from __future__ import annotations

MESSAGES = {
    "not_found": (
        "找不到這個檔案，或沒有讀取權限；請檢查路徑。",
        "There is no such file, or it may not be read; check the path.",
    ),
    "not_an_image": (
        "這不是圖片；請給 JPEG、PNG、WebP、HEIC、AVIF、TIFF、BMP 或 GIF 照片。",
        "This is not a picture; give a JPEG, PNG, WebP, HEIC, AVIF, TIFF, BMP or GIF photo.",
    ),
    "truncated_image": (
        "照片檔案不完整或已損壞；請重新傳送或重拍。",
        "The photo is incomplete or damaged; send it again or take it anew.",
    ),
    "too_large": (
        "照片超過像素上限（預設 1 億 2 千萬像素）；請縮小後再試。",
        "The photo is over the pixel limit (120 megapixels by default); make it smaller and try again.",
    ),
    "unsupported_image": (
        "不支援這種圖片格式；請另存為 JPEG 或 PNG 再試。",
        "This kind of picture is not supported; save it as JPEG or PNG and try again.",
    ),
}


class PhotoError(ValueError):
    """A photo that cannot be read. ``code``: interface.md; ``str(error)`` is the sentence in Traditional Chinese."""

    def __init__(self, code: str) -> None:
        super().__init__(MESSAGES[code][0])
        self.code = code

    def message(self, lang: str = "zh") -> str:
        """The sentence for people, ``zh`` or ``en``."""
        return MESSAGES[self.code][lang == "en"]

    def to_dict(self, lang: str = "zh") -> dict[str, str]:
        """``{"code", "message"}`` as documents carry it under ``error``."""
        return {"code": self.code, "message": self.message(lang)}
