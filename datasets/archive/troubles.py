"""What an archive may hold that cannot be used: a code and one sentence each."""

from __future__ import annotations

import errno
import os

from snaptai.scoring.fields import Text, Told

MESSAGES = {
    "table": Text(
        "這是表格，不是照片；記著照片怎麼和的，請用 --manifest 給它",
        "This is a table, no photo; one that says how photos were won is given by --manifest",
    ),
    "dead_link": Text("連結指向的檔案不在", "The link leads to nothing"),
    "not_found": Text("找不到或無法讀取", "It is not there or may not be read"),
    "not_a_file": Text("不是一般檔案（管道、裝置等）", "This is no ordinary file but a pipe, device or the like"),
    "too_large": Text("檔案展開後遠大於照片，未讀取", "It would unpack to far more than a photo, and was left alone"),
    "damaged": Text("壓縮檔中的這個檔案已損壞；請重新壓縮", "This member of the zip is damaged; zip it again"),
    "bad_archive": Text("這個壓縮檔無法讀取；請重新壓縮", "This zip file cannot be read; zip it again"),
    "encrypted": Text("已加密；請不設密碼重新壓縮", "It is encrypted; zip it again without a password"),
    "nested_archive": Text(
        "壓縮檔中還有壓縮檔；請解開後另外加入", "A zip inside a zip; unpack it and add it by itself"
    ),
    "unsafe_name": Text(
        "檔名指向壓縮檔之外；請改名後重新壓縮", "The name leads out of the archive; rename it and zip again"
    ),
    "link_in_archive": Text("壓縮檔中的連結；請放入照片本身", "A link inside a zip; put the photo itself into it"),
    "same_name": Text("壓縮檔中有同名檔案，只讀第一個", "The zip has this name twice; only the first is read"),
    "packed": Text("這種壓縮檔打不開；請先解開，或改成 zip", "It stays shut; unpack it to a folder, or make it a zip"),
    "no_photos": Text("裡面沒有照片", "There are no photos in it"),
    "bad_line": Text(
        "清單裡的這一行不是檔案；清單一行一個路徑", "This line of a list names no file; a list holds one path a line"
    ),
    "nested_list": Text("清單中還有清單；請直接列出照片", "A list inside a list; list the photos themselves"),
    "bad_context": Text("旁附的資料無法使用", "What lies beside the photo cannot be used"),
    "worker_ended": Text(
        "讀取這張照片的程序中止了，可能是記憶體不足；可用 --retry-failed 再試",
        "The process that read it ended, maybe for lack of memory; --retry-failed tries it again",
    ),
    "internal": Text("程式無法處理這張照片；請回報", "The program could not process this photo; please report it"),
}


_OF_THE_SYSTEM = {
    os.strerror(number): zh
    for number, zh in (
        (errno.EACCES, "沒有權限"), (errno.EPERM, "不允許這樣做"), (errno.ENOENT, "沒有這個檔案或資料夾"),
        (errno.EEXIST, "已經有同名的檔案"), (errno.EISDIR, "這是資料夾"), (errno.ENOTDIR, "路徑中有一段不是資料夾"),
        (errno.EROFS, "這個磁碟只能讀"), (errno.ENOSPC, "磁碟已滿"), (errno.EDQUOT, "超過可用的磁碟額度"),
        (errno.EIO, "磁碟讀寫失敗"), (errno.ELOOP, "連結繞成一圈"), (errno.ENAMETOOLONG, "名稱太長"),
        (errno.EMFILE, "同時開啟的檔案太多"), (errno.EBUSY, "正被別的程式使用"), (errno.ENODEV, "沒有這個裝置"),
        (errno.ETIMEDOUT, "逾時沒有回應"), (errno.ECONNREFUSED, "對方拒絕連線"),
    )
}  # fmt: skip
"""What the operating system says in English, in Chinese."""


def words_of(problem: Exception | str) -> Text:
    """Why a file, folder or address was refused, without its name; English where there is no word of ours."""
    said = str(getattr(problem, "strerror", None) or problem)
    return Text(_OF_THE_SYSTEM.get(said, said), said)


def sentence(code: str, lang: str = "zh-TW", detail: str = "") -> str:
    """The sentence of ``code``; ``detail`` says more, in the words of the system or whatever words there are."""
    whole = Text("{said}：{detail}。", "{said}: {detail}.") if detail else Text("{said}。", "{said}.")
    return whole.say(lang).format(said=MESSAGES[code].say(lang), detail=words_of(detail).say(lang))


class Unusable(Told):
    """What keeps a whole run or file from being used, and what to do."""


class Unreadable(Exception):
    """A file that cannot be read; ``code`` is one of ``MESSAGES``."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(sentence(code, "en", detail))
        self.code, self.detail = code, detail

    def message(self, lang: str = "zh-TW") -> str:
        """The sentence for people."""
        return sentence(self.code, lang, self.detail)
