"""A real server that answers as it is told, and keeps what it was asked."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Asked:
    method: str
    url: str
    headers: dict[str, str]
    body: str

    @property
    def query(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(urlsplit(self.url).query).items()}


def answer(status: int, body: Any, **headers: str) -> Answer:
    def write(handler: BaseHTTPRequestHandler) -> None:
        content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        handler.send_response(status)
        kind = "text/html" if isinstance(body, str) else "application/json"
        for name, value in {"content-type": kind, "content-length": str(len(content)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(content)

    return write


def refusal(status: int, code: str, *, retry_after: str | None = None, **more: Any) -> Answer:
    problem = {"type": "/docs/errors", "title": "A title", "detail": "A detail", "status": status, "code": code, **more}
    return answer(status, problem, **({} if retry_after is None else {"retry_after": retry_after}))


def cut(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def broken(handler: BaseHTTPRequestHandler) -> None:
    """Half of an answer."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{")
    cut(handler)


@dataclass
class Server:
    answers: list[Answer] = field(default_factory=list[Answer])
    """To the next requests; an object with an id afterwards."""
    asked: list[Asked] = field(default_factory=list[Asked])
    tokens: int = 0
    token_headers: list[str] = field(default_factory=list[str])
    ended: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        self.base_url = f"http://127.0.0.1:{self._http.server_address[1]}"
        threading.Thread(target=self._http.serve_forever, args=[0.01], daemon=True).start()

    def drip(self, handler: BaseHTTPRequestHandler) -> None:
        """An answer that never ends, though something comes all the time."""
        handler.wfile.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 100000\r\n\r\n")
        try:
            while not self.ended.wait(0.02):
                handler.wfile.write(b" ")
        except OSError:
            # The client has gone.
            handler.close_connection = True

    def silence(self, handler: BaseHTTPRequestHandler) -> None:
        self.ended.wait()
        handler.close_connection = True

    def close(self) -> None:
        self.ended.set()
        self._http.shutdown()
        self._http.server_close()


def _handler(server: Server) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
            if self.path == "/oauth/token":
                with server.lock:
                    server.tokens += 1
                    server.token_headers.append(self.headers["authorization"])
                answer(200, {"access_token": f"token-{server.tokens}", "expires_in": 3600})(self)
                return
            headers = {name.lower(): value for name, value in self.headers.items()}
            with server.lock:
                server.asked.append(Asked(self.command, self.path, headers, body))
                write = server.answers.pop(0) if server.answers else answer(200, {"id": "ch_1"})
            write(self)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler
