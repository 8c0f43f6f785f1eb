# A web server as small as it can be. Yours is that of a framework, and has a login in place of the cookie.
import asyncio
import secrets
from http import HTTPStatus
from http.cookies import SimpleCookie

HTML, SCRIPT, TEXT = ("text/" + kind + "; charset=utf-8" for kind in ("html", "javascript", "plain"))


async def respond(routes, line, headers):
    """Returns status, headers and body for a request. routes: functions of the chat, by method and path."""
    method, path, _ = line.split(" ")
    cookie = SimpleCookie(headers.get("cookie", ""))
    chat = cookie["chat"].value if "chat" in cookie else secrets.token_urlsafe(16)
    if f"{method} {path}" in routes:
        body = (await routes[f"{method} {path}"](chat)).encode()
        return 200, {"Content-Type": HTML if path == "/" else TEXT, "Set-Cookie": f"chat={chat}; HttpOnly; SameSite=Strict"}, body
    if path == "/chat.js":
        with open("public/chat.js", "rb") as file:
            return 200, {"Content-Type": SCRIPT}, file.read()
    return 404, {}, b""


async def handle(routes, reader, writer):
    """Answers one request of a connection. Who closes it gives up."""
    try:
        line, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (header.partition(":") for header in rest)}
        work, gone = asyncio.create_task(respond(routes, line, headers)), asyncio.create_task(reader.read(1))
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        gone.cancel()
        if not work.done():
            work.cancel()
        status, headers, body = await work
        headers |= {"Content-Length": len(body), "Connection": "close", "Cache-Control": "no-store"}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{head}\r\n".encode() + body)
        await writer.drain()
    except (asyncio.CancelledError, asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def serve(port, routes):
    server = await asyncio.start_server(lambda reader, writer: handle(routes, reader, writer), "127.0.0.1", port)
    await server.serve_forever()
