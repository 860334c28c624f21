"""``snaptai app``: the page, for this machine or, with a key, for the phones around the table."""

from __future__ import annotations

from typing import Annotated

import typer

from snaptai.datasets.archive.troubles import words_of
from snaptai.ui.cli.refusing import refused

PAGE_PORT = 8501


def _invite(port: int, key: str) -> None:
    import segno

    from snaptai.ui.page.serving import lan_address

    url = f"http://{lan_address()}:{port}/?key={key}"
    typer.echo("Scan with a phone in the same network, or open the link. Who has it can use the table:\n")
    segno.make(url).terminal(compact=True)
    typer.echo(f"\n{url}")


def register(app: typer.Typer) -> None:
    """Add ``app``."""

    @app.command(name="app")
    def open_page(
        lan: Annotated[bool, typer.Option("--lan", help="Let phones in this network in, by a key in the URL.")] = False,
        port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = PAGE_PORT,
        new_key: Annotated[
            bool, typer.Option("--new-key", help="With --lan: forget the old key, make a new one.")
        ] = False,
    ) -> None:
        """Open the page: photograph, correct, settle. Example: snaptai app --lan"""
        from snaptai.ui.page.serving import PortTaken, check_port, lan_key, serve
        from snaptai.ui.page.store import Store, data_folder

        try:
            check_port("0.0.0.0" if lan else "127.0.0.1", port)
            Store(data_folder())
            key = lan_key(data_folder(), renew=new_key) if lan else None
        except PortTaken as problem:
            raise refused(str(problem)) from None
        except OSError as problem:
            reason = words_of(problem).en
            raise refused(
                f"{data_folder()} cannot be written ({reason}); set SNAPTAI_DATA to a folder that can"
            ) from None
        if key:
            _invite(port, key)
        typer.echo(f"http://localhost:{port}/" + (f"?key={key}" if key else ""))
        serve(port, key)
