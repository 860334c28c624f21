"""The web server behind the page: Streamlit's app, our pictures beside it, and the key in front of both."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from snaptai.scoring.fields import Told
from snaptai.ui.page.guard import KeyGuard, SameOrigin
from snaptai.ui.page.store import Store, data_folder
from snaptai.ui.page.texts import language, say
from snaptai.ui.page.uploads import MAX_MB, hold

SCRIPT = Path(__file__).with_name("app.py")
_FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}
_FONT = "'PingFang TC', 'Noto Sans TC', 'Noto Sans CJK TC', 'Microsoft JhengHei', system-ui, sans-serif"
_LIGHT = {
    "primaryColor": "#0B7A5C",
    "backgroundColor": "#FBFAF7",
    "secondaryBackgroundColor": "#F1EFE9",
    "textColor": "#1D211F",
    "borderColor": "#DEDBD2",
}
_DARK = {
    "primaryColor": "#3FC29A",
    "backgroundColor": "#121513",
    "secondaryBackgroundColor": "#1D221F",
    "textColor": "#ECEFEA",
    "borderColor": "#333A36",
}

_PARTS = ("BidiComponent", "Button", "ButtonGroup", "Checkbox", "Html", "NumberInput", "TextInput")
"""Streamlit's own scripts that the first screens need; it would ask for them one by one, while it draws."""


class PortTaken(Told):
    """The wanted port is in use."""

    def __init__(self, port: int) -> None:
        super().__init__(
            f"連接埠 {port} 已有程式使用；請在同樣的指令加上 --port {port + 1}",
            f"port {port} is taken; give the same command with --port {port + 1}",
        )


@cache
def _frame() -> str:
    """Streamlit's HTML with our style and script in it: what is drawn stays where it is, under a finger too."""
    import streamlit as st

    static = Path(st.__file__).with_name("static")
    html = static.joinpath("index.html").read_text(encoding="utf-8")
    names = ("page.css", "components/waiting.css", "page.js")
    style, waiting, script = (SCRIPT.parent.joinpath(name).read_text(encoding="utf-8") for name in names)
    parts = [each for name in _PARTS for each in static.glob(f"static/js/{name}.*.js")]
    early = "".join(f"<link rel='modulepreload' href='./static/js/{part.name}'>" for part in parts)
    ours = f"<style>{style}{waiting}</style><script type='module'>{script}</script>"  # after Streamlit's style, to win
    html = html.replace("<title>Streamlit</title>", f"<title>拍臺 SnapTai</title>{early}")
    return html.replace("</body>", f"{ours}</body>")


@cache
def _face(tile: str) -> bytes:
    from snaptai.datasets.faces import svg

    return svg(tile).encode()


def _routes() -> list[object]:
    from starlette.convertors import StringConvertor, register_url_convertor
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, RedirectResponse, Response
    from starlette.routing import Route

    from snaptai.scoring.tiles import TILES
    from snaptai.ui.page.card import sheet_card

    class Nowhere(StringConvertor):  # Streamlit answers with a page that waits for ever
        regex = "(?!_stcore/|media/|component/|static/|snaptai/)[^.]+"

    register_url_convertor("nowhere", Nowhere())

    def frame(request: Request) -> Response:
        return HTMLResponse(_frame(), headers={"Cache-Control": "no-cache"})

    def home(request: Request) -> Response:
        return RedirectResponse(f"/?{request.url.query}")

    def tile(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in TILES:
            return Response(status_code=404)
        return Response(_face(name), media_type="image/svg+xml", headers=_FOREVER)

    def photo(request: Request) -> Response:
        found = Store(data_folder()).photo(request.path_params["name"])
        if found is None:
            return Response(status_code=404)
        return Response(found.jpeg, media_type="image/jpeg", headers=_FOREVER)

    def revisions(request: Request) -> Response:
        asked, store = request.query_params, Store(data_folder())
        return Response(f"{store.revision(asked.get('table', ''))}.{store.sheet_revision(asked.get('sheet', ''))}")

    async def upload(request: Request) -> Response:
        if request.headers.get("x-snaptai") != "1":  # another site's form cannot send this header
            return Response(status_code=403)
        data = bytearray()
        async for chunk in request.stream():
            data += chunk
            if len(data) > MAX_MB << 20:
                return Response(status_code=413)
        return Response(hold(bytes(data)))

    def card(request: Request) -> Response:
        lang = language(request.query_params)
        quoted = "quoted" in request.query_params
        drawn = sheet_card(Store(data_folder()), request.path_params["name"], lang, quoted)
        return Response(drawn, media_type="image/svg+xml") if drawn else Response(status_code=404)

    return [
        Route("/", frame),
        Route("/snaptai/tile/{name}.svg", tile),
        Route("/snaptai/photo/{name}.jpg", photo),
        Route("/snaptai/card/{name}.svg", card),
        Route("/snaptai/revisions", revisions),
        Route("/snaptai/upload", upload, methods=["POST"]),
        Route("/{path:nowhere}", home),
    ]


def _options(port: int, lan: bool) -> dict[str, object]:
    theme = {f"theme.light.{name}": value for name, value in _LIGHT.items()}
    theme |= {f"theme.dark.{name}": value for name, value in _DARK.items()}
    return theme | {
        "theme.font": _FONT,
        "theme.baseRadius": "12px",
        "server.address": "0.0.0.0" if lan else "127.0.0.1",
        "server.port": port,
        "server.headless": True,
        "server.allowedHosts": [] if lan else ["localhost", "127.0.0.1"],
        "server.maxUploadSize": MAX_MB,
        "server.fileWatcherType": "none",
        "server.enableXsrfProtection": True,
        "browser.gatherUsageStats": False,
        "browser.serverAddress": "localhost",
        "client.toolbarMode": "minimal",
        "client.showErrorDetails": "none",
        "client.showErrorLinks": False,
        "logger.hideWelcomeMessage": True,
        "ui.hideTopBar": True,
    }


def lan_key(folder: Path, renew: bool = False) -> str:
    """The key of this installation: made once, kept, so that a restarted server lets the same phones in."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "lan.key"
    if renew or not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(16), encoding="ascii")
    return file.read_text(encoding="ascii").strip()


def lan_address() -> str:
    """This machine's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


_shared: dict[str, object] = {}
"""Port and key of the page that this process serves to the network."""


def table_address(table: str) -> str | None:
    """The address at which other phones reach the table; None where the page is for this machine only."""
    if not _shared:
        return None
    return f"http://{lan_address()}:{_shared['port']}/?key={_shared['key']}&table={table}"


def check_port(host: str, port: int) -> None:
    """Raises ``PortTaken`` where the port cannot be had."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            raise PortTaken(port) from problem


def on_script_error(problem: Exception) -> bool:
    """People get one sentence and their data stays; the details go to the terminal."""
    import logging

    import streamlit as st

    logging.getLogger("snaptai.page").exception("the page stumbled", exc_info=problem)
    st.error(say("stumbled", language(st.query_params)))
    return True


def serve(port: int, key: str | None = None, extra: Mapping[str, object] | None = None) -> None:
    """Serve the page until stopped: with ``key`` on every interface, for those who bring it; else for this machine."""
    import streamlit as st
    from starlette.middleware import Middleware

    if key:
        _shared.update(port=port, key=key)
    guards = [Middleware(SameOrigin)] + ([Middleware(KeyGuard, key=key)] if key else [])
    app = st.App(SCRIPT, routes=_routes(), middleware=guards, on_script_error=on_script_error)
    app.run(config=_options(port, lan=key is not None) | dict(extra or {}))
