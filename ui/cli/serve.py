"""``snaptai app``: the page, for this machine or, with a key, for the phones around the table."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

import typer

from snaptai.datasets.archive.troubles import words_of
from snaptai.scoring.fields import Text
from snaptai.ui.cli.refusing import refused
from snaptai.ui.cli.score import Language

PAGE_PORT = 8501


def _address(host: str, port: int, key: str | None, lang: str) -> str:
    asked = {"key": key} if key else {}
    query = urlencode(asked | ({"lang": "en"} if lang == "en" else {}))
    return f"http://{host}:{port}/" + (f"?{query}" if query else "")


def _invite(address: str, lang: str) -> None:
    import segno

    zh = "同一個網路的手機請掃描，或打開連結；有這個連結的人都能使用牌桌："
    said = Text(zh, "Scan with a phone in the same network, or open the link. Who has it can use the table:")
    typer.echo(f"{said.say(lang)}\n")
    segno.make(address).terminal(compact=True)
    typer.echo(f"\n{address}")


def register(app: typer.Typer) -> None:
    """Add ``app``."""

    @app.command(name="app")
    def open_page(
        lan: Annotated[bool, typer.Option("--lan", help="Let phones in this network in, by a key in the URL.")] = False,
        port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = PAGE_PORT,
        new_key: Annotated[
            bool, typer.Option("--new-key", help="With --lan: forget the old key, make a new one.")
        ] = False,
        lang: Annotated[Language, typer.Option(help="The language of the sentences.")] = Language.CHINESE,
    ) -> None:
        """Open the page: photograph, correct, settle. Example: snaptai app --lan"""
        from snaptai.ui.page.serving import PortTaken, check_port, lan_address, lan_key, serve
        from snaptai.ui.page.store import Store, data_folder

        try:
            check_port("0.0.0.0" if lan else "127.0.0.1", port)
            Store(data_folder())
            key = lan_key(data_folder(), renew=new_key) if lan else None
        except PortTaken as problem:
            raise refused(problem.text.say(lang)) from None
        except OSError as problem:
            folder, why = data_folder(), words_of(problem)
            zh = f"{folder} 無法寫入（{why.zh}）；請用 SNAPTAI_DATA 指定可以寫入的資料夾"
            en = f"{folder} cannot be written ({why.en}); set SNAPTAI_DATA to a folder that can"
            raise refused(Text(zh, en).say(lang)) from None
        if key:
            _invite(_address(lan_address(), port, key, lang), lang)
        typer.echo(_address("localhost", port, key, lang))
        serve(port, key)
