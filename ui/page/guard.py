"""Who may see the page: with ``--lan``, only those who bring the key; nobody else sees, uploads or connects."""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "snaptai_key"
_REFUSAL = (
    "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'><title>拍臺</title>"
    "<body style='font:18px/1.7 system-ui;max-width:24em;margin:15vh auto;padding:0 1.5em'>"
    "<p>這張牌桌要有鑰匙才能進來。請掃描開桌電腦上的 QR 碼，或開啟完整的連結。"
    "<p lang=en>This table needs its key. Scan the QR code on the host's screen, or open the complete link."
).encode()


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def _cookie_key(scope: Scope) -> str:
    try:
        morsel = SimpleCookie(_header(scope, b"cookie")).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


class SameOrigin:
    """ASGI middleware: a websocket opened by another site's page is refused."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what comes from our own page or from no browser at all."""
        origin = _header(scope, b"origin") if scope["type"] == "websocket" else ""
        if origin and urlsplit(origin).netloc != _header(scope, b"host"):
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self.app(scope, receive, send)


class KeyGuard:
    """ASGI middleware: every request and websocket must carry ``key`` in the URL or in the cookie that the URL set."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self.app, self.key = app, key

    def _is_key(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.key.encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on those with the key; answer 403 to all others, before anything is read from them."""
        if scope["type"] == "lifespan" or self._is_key(_cookie_key(scope)):
            await self.app(scope, receive, send)
        elif self._is_key(parse_qs(scope.get("query_string", b"").decode("latin-1")).get("key", [""])[0]):
            await self.app(scope, receive, self._with_cookie(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self._refuse(send)

    def _with_cookie(self, send: Send) -> Send:
        cookie = f"{COOKIE}={self.key}; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400".encode()

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", []), (b"set-cookie", cookie)]}
            await send(message)

        return send_with_cookie

    async def _refuse(self, send: Send) -> None:
        headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(_REFUSAL)).encode())]
        await send({"type": "http.response.start", "status": 403, "headers": headers})
        await send({"type": "http.response.body", "body": _REFUSAL})
