# This file is long because a project is to copy one file.
"""Asks a person by elicitform-server, with nothing but Python's standard library (3.10 and newer).

    from elicitform import Client

    client = Client("http://127.0.0.1:8787", os.environ["ASK_KEY"])
    result = client.ask(params, session="chat 7", server="weather.example")
    if result["action"] == "accept":
        print(result["content"])

`params` are those of `elicitation/create` of the Model Context Protocol. A result is what the person has decided: accept, decline or
cancel. Where nobody has decided anything, there is no result: an `ElicitationError` is raised.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import hmac
import http.client
import json
import socket
import ssl
import threading
import time
import urllib.parse
import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, TypedDict, TypeVar, Union

__all__ = [
    "Client", "ElicitResult", "ElicitationError", "Event", "Link", "Question", "Token",
    "fastmcp_handler", "mcp_callback", "pydantic_ai_handler", "verify_webhook",
]

_INVALID_PARAMS, _INTERNAL_ERROR = -32602, -32603
# The server replies with much less, so more is no reply of it.
_MOST_BYTES = 4 << 20
# For how many seconds one request waits for an answer. Proxies end what is quiet for a minute.
_POLL = 30
_LONGEST_PAUSE = 5.0
_STATES = ("open", "answered", "acknowledged", "rejected", "withdrawn", "expired", "orphaned")

JSONObject = dict[str, Any]
Server = Union[str, Mapping[str, str]]
Deadline = Union[float, timedelta, datetime]
Review = Literal["short", "always"]
T = TypeVar("T")


class _Action(TypedDict):
    action: Literal["accept", "decline", "cancel"]


class ElicitResult(_Action, total=False):
    """What the person has decided. There is `content` where the action is accept, except for a page that was opened."""

    content: JSONObject


class ElicitationError(Exception):
    """Why there is no decision, or no reply of the server.

    code: of the relay, such as "expired", "withdrawn" or "invalid-request"; "request" where the server does not take a request;
        "unreachable" where no reply of the server has arrived; "malformed" where the reply is none; "webhook" where `verify_webhook`
        rejects one.
    reason: the fact behind the code; may be empty.
    status: of the HTTP response; None where there was none.
    rpc_code: the code of the JSON-RPC error for the MCP server, which gets no result.
    member: the member of the request that is wrong.
    key: the request of a round that is wrong.
    retry_after: in how many seconds it is worth while to try again; None where the server does not say.
    """

    def __init__(self, code: str, reason: str = "", *, status: int | None = None, rpc_code: int = _INTERNAL_ERROR,
                 member: str = "", key: str = "", retry_after: float | None = None) -> None:
        super().__init__(f"elicitation: {code}" + (f" ({reason})" if reason else "") + (f" in {member}" if member else ""))
        self.code, self.reason, self.status, self.rpc_code = code, reason, status, rpc_code
        self.member, self.key, self.retry_after = member, key, retry_after


@dataclass(frozen=True)
class Question:
    """How a question stands. `state` is open, answered, acknowledged, rejected, withdrawn, expired or orphaned."""

    id: str
    state: str
    deadline: datetime | None = None
    result: ElicitResult | None = None
    responses: dict[str, ElicitResult] | None = None
    error: ElicitationError | None = None

    def decision(self) -> ElicitResult | dict[str, ElicitResult]:
        """Returns the result, or the responses of a round by their keys; raises ElicitationError where there is no decision."""
        if self.result is not None:
            return self.result
        if self.responses is not None:
            return self.responses
        raise self.error or ElicitationError(self.state)


@dataclass(frozen=True)
class Token:
    """What a page needs to show the questions of a session."""

    token: str
    expires: datetime


@dataclass(frozen=True)
class Link:
    """An address whose page shows one question."""

    url: str
    expires: datetime


@dataclass(frozen=True)
class Event:
    """A webhook of the server. Its `id` is the same each time that it is sent: who has seen one within two days ignores it."""

    id: str
    type: str
    timestamp: datetime
    question: Question


class Client:
    """Asks with one ask key. It may be used by many threads and tasks at the same time.

    url: address of the server, such as "https://ask.example".
    key: the secret of the ask key.
    timeout: how many seconds the server may be silent, beside the time that a request waits for an answer.
    patience: for how many seconds a request is repeated while the server cannot be reached. Once it was reached, a question that has a
        deadline is waited for until then.
    context: for TLS, such as one with certificates of your own.
    Redirects are not followed, and the proxies of the environment are not used: the ask key goes to this address only.
    """

    def __init__(self, url: str, key: str, *, timeout: float = 10.0, patience: float = 60.0, context: ssl.SSLContext | None = None) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username is not None:
            raise ValueError("the address of the server is one with http or https, a host and at most a port and a path")
        if not key or not all("!" <= c <= "~" for c in key):
            raise ValueError("an ask key has letters, digits and . _ ~ + / = - only")
        self._secure, self._host = parts.scheme == "https", parts.hostname
        # Without a port, http.client would look for one in an address of IPv6.
        self._port = parts.port or (443 if self._secure else 80)
        self._base = parts.path.rstrip("/")
        self._key, self._timeout, self._patience = key, timeout, patience
        self._context = (context or ssl.create_default_context()) if self._secure else None

    def __repr__(self) -> str:
        return f"Client({self._host!r})"

    # Asking, and waiting for the answer.

    def ask(self, params: Mapping[str, Any], *, session: str, server: Server, key: str | None = None, deadline: Deadline | None = None,
            review: Review | None = None) -> ElicitResult:
        """Asks, and waits until the person has decided.

        session: your own name of the chat or the person whose pages show the question.
        server: your own name of the MCP server that asks, or an object with id, name and title.
        key: your own name of the question in the session, such as the id of the tool call. Asked again with it, also by a process that
            was started again, it is the same question.
        deadline: when the answer is worth nothing any more: seconds from now or a time; 30 days at most.
        review: "short" if one choice may be sent from where it is made, unless the page that shows it forbids that.

        After network errors, and after a restart of the server, it goes on until the deadline. An exception that ends it from outside,
        such as KeyboardInterrupt, takes the question back.
        """
        job = _Job(_order("params", params, session, server, key, review=review), deadline, self._patience)
        return _single(self._ask(job))

    def ask_all(self, requests: Mapping[str, Any], *, session: str, server: Server, key: str | None = None,
                deadline: Deadline | None = None, review: Review | None = None, wait_for_pages: bool = False) -> dict[str, ElicitResult]:
        """Asks the `inputRequests` of a result of revision 2026-07-28 together, and returns its `inputResponses`. See ask."""
        order = _order("requests", requests, session, server, key, review=review, waitForPages=wait_for_pages)
        return _round(self._ask(_Job(order, deadline, self._patience)))

    async def ask_async(self, params: Mapping[str, Any], *, session: str, server: Server, key: str | None = None,
                        deadline: Deadline | None = None, review: Review | None = None) -> ElicitResult:
        """Is ask for asyncio. Cancelling the task takes the question back."""
        job = _Job(_order("params", params, session, server, key, review=review), deadline, self._patience)
        return _single(await self._in_thread(self._ask, job))

    async def ask_all_async(self, requests: Mapping[str, Any], *, session: str, server: Server, key: str | None = None,
                            deadline: Deadline | None = None, review: Review | None = None,
                            wait_for_pages: bool = False) -> dict[str, ElicitResult]:
        """Is ask_all for asyncio. Cancelling the task takes the round back."""
        order = _order("requests", requests, session, server, key, review=review, waitForPages=wait_for_pages)
        return _round(await self._in_thread(self._ask, _Job(order, deadline, self._patience)))

    # Questions that need no process that waits.

    def park(self, params: Mapping[str, Any], *, session: str, server: Server, key: str | None = None, deadline: Deadline | None = None,
             callback: str | None = None, review: Review | None = None) -> Question:
        """Asks, and returns at once. The question stands until its deadline, which is 30 days from now where none is given, and its answer
        is kept for 30 days. Any process reads it with fetch or wait and then calls acknowledge.

        callback: where the server sends a webhook when the question has ended.
        """
        order = _order("params", params, session, server, key, review=review, parked=True, callback=callback)
        return self._begin(_Job(order, deadline, self._patience))

    def park_all(self, requests: Mapping[str, Any], *, session: str, server: Server, key: str | None = None,
                 deadline: Deadline | None = None, callback: str | None = None, review: Review | None = None, wait_for_pages: bool = False,
                 call: Mapping[str, Any] | None = None, request_state: str | None = None) -> Question:
        """Parks the `inputRequests` of a result of revision 2026-07-28.

        call: the request that the server has answered with them, `{"method": …, "params": …}`; resume gives it back with the answers.
        request_state: the `requestState` of that result.
        """
        order = _order("requests", requests, session, server, key, review=review, parked=True, callback=callback,
                       waitForPages=wait_for_pages, call=call, requestState=request_state)
        return self._begin(_Job(order, deadline, self._patience))

    def fetch(self, id: str) -> Question:
        """Says how a question stands."""
        return _question(self._repeat("GET", _path(id)))

    def wait(self, id: str, *, timeout: float | None = None) -> Question:
        """Waits until a question has ended, or for so many seconds: then it may still be open."""
        return self._wait(_Job({}, timeout, self._patience, id))

    async def wait_async(self, id: str, *, timeout: float | None = None) -> Question:
        """Is wait for asyncio. Cancelling the task changes nothing of the question."""
        return await self._in_thread(self._wait, _Job({}, timeout, self._patience, id))

    def withdraw(self, id: str) -> Question:
        """Takes a question back. Where it has ended before, the result says how."""
        return _question(self._repeat("DELETE", _path(id)))

    def acknowledge(self, id: str) -> None:
        """Says that the answer has arrived: the server deletes it."""
        self._repeat("POST", _path(id, "acknowledgement"))

    def resume(self, id: str) -> JSONObject:
        """Returns the call that a round was parked with, with the answers among its params, to be made as it is."""
        return self._repeat("GET", _path(id, "call"))

    # Pages, links and webhooks.

    def token(self, session: str, *, lifetime: float | None = None) -> Token:
        """Makes what a page needs to show a session, for 12 hours or so many seconds. Give it only to who may answer there."""
        body = {} if lifetime is None else {"lifetime": lifetime}
        reply = self._repeat("POST", f"/v1/sessions/{_quote(session)}/tokens", body)
        return Token(_text(reply, "token"), _time(reply, "expires"))

    def link(self, id: str, *, person: str | None = None) -> Link:
        """Makes an address whose page shows one question, to be sent to the person who is asked.

        person: who may open it, as the identity header of the server names them; needed where the server has one.
        """
        reply = self._repeat("POST", _path(id, "link"), None if person is None else {"person": person})
        return Link(_text(reply, "url"), _time(reply, "expires"))

    def finish_page(self, session: str, server: Server, elicitation_id: str) -> None:
        """Passes on a server's notice that a page which was opened is finished."""
        self._repeat("POST", f"/v1/sessions/{_quote(session)}/pages/{_quote(elicitation_id)}/finished", {"server": server})

    def webhook_secret(self) -> str:
        """Returns what webhooks of this ask key are signed with, for verify_webhook."""
        return _text(self._repeat("GET", "/v1/webhooks/secret"), "secret")

    def failed_webhooks(self) -> list[JSONObject]:
        """Lists the latest webhooks of this ask key that were given up."""
        failed = self._repeat("GET", "/v1/webhooks/failed").get("failed")
        if not isinstance(failed, list):
            raise ElicitationError("malformed", "failed")
        return failed

    # The way of a question.

    def _ask(self, job: _Job) -> Question:
        try:
            while True:
                question = self._wait_once(job) if job.id else self._ask_once(job)
                if question.state == "orphaned" and not job.past():
                    # The server has heard nothing of this asker for a while. Asked again, it is the same question.
                    job.id = ""
                    job.pause()
                elif question.state != "open":
                    return question
                elif job.left() < -self._timeout:
                    self._withdraw_quietly(job)
                    raise ElicitationError("expired")
                elif job.past():
                    # The server's clock decides, and says so in a moment.
                    job.pause()
        except ElicitationError:
            raise
        except BaseException:
            self._withdraw_quietly(job)
            raise

    def _ask_once(self, job: _Job) -> Question:
        question = self._begin(job)
        job.id = question.id
        return question

    def _begin(self, job: _Job) -> Question:
        return _question(self._persist(job, lambda: self._send("POST", "/v1/questions", job.body())))

    def _wait_once(self, job: _Job) -> Question:
        """Waits for a while. A server that was started again and does not know the question is asked again."""
        wait = int(max(0, min(_POLL, job.left() + 1)))
        try:
            reply = self._persist(job, lambda: self._send("GET", f"{_path(job.id)}?wait={wait}", wait=wait))
        except ElicitationError as error:
            if error.reason == "not-found" and job.order and not job.past():
                job.id = ""
                job.pause()
                return self._ask_once(job)
            raise
        return _question(reply)

    def _wait(self, job: _Job) -> Question:
        while True:
            question = self._wait_once(job)
            if question.state != "open" or job.past():
                return question

    def _persist(self, job: _Job, request: Callable[[], JSONObject]) -> JSONObject:
        """Makes a request until there is a reply of the server, for as long as the job lasts."""
        job.began = time.monotonic()
        while True:
            job.check()
            try:
                reply = request()
            except ElicitationError as error:
                job.heard = job.heard or error.status is not None
                if not _passes(error) or job.given_up():
                    raise
                job.pause(error.retry_after)
            else:
                job.heard, job.pauses = True, 0
                return reply

    def _repeat(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> JSONObject:
        """Makes a request that may be made twice."""
        return self._persist(_Job({}, None, min(self._patience, self._timeout)), lambda: self._send(method, path, body))

    def _withdraw_quietly(self, job: _Job) -> None:
        """Takes a question back as far as that is possible now. One that is not reached ends by itself in half a minute."""
        if job.id and job.order:
            try:
                self._send("DELETE", _path(job.id))
            except ElicitationError:
                pass

    async def _in_thread(self, work: Callable[[_Job], T], job: _Job) -> T:
        """Runs work in a thread of its own: the executor of asyncio has few, and each would wait for a person."""
        future = _start(lambda: work(job))
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            job.stopped.set()
            future.add_done_callback(lambda done: done.exception())
            # Who cancels this too waits for nothing; the thread goes on.
            await asyncio.wait([_start(lambda: self._withdraw_quietly(job))], timeout=self._timeout)
            raise

    def _send(self, method: str, path: str, body: Mapping[str, Any] | None = None, *, wait: float = 0) -> JSONObject:
        """Makes one request. The body of its reply has come within `timeout` after `wait`, however slowly it is sent."""
        data = None if body is None else _encode(body)
        headers = {"Authorization": f"Bearer {self._key}", "Accept": "application/json", "User-Agent": "elicitform-python"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        until = time.monotonic() + wait + self._timeout
        connection = self._connect()
        try:
            connection.request(method, self._base + path, data, headers)
            if connection.sock is not None:
                connection.sock.settimeout(wait + self._timeout)
            response = connection.getresponse()
            text = _read(connection, response, until)
        except (OSError, http.client.HTTPException) as error:
            raise ElicitationError("unreachable", type(error).__name__) from error
        finally:
            connection.close()
        return _reply(response, text)

    def _connect(self) -> http.client.HTTPConnection:
        if self._context is not None:
            return http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=self._context)
        return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)


class _Stopped(Exception):
    """The task that asks was cancelled."""


class _Job:
    """What is asked, until when, and how long the server could not be reached."""

    def __init__(self, order: JSONObject, deadline: Deadline | None, patience: float, id: str = "") -> None:
        self.order, self.id, self.patience = order, id, patience
        # Measured by a clock that nobody sets. The server gets what is left in seconds, so that its clock and this one may differ.
        self.until = None if deadline is None else time.monotonic() + _seconds(deadline)
        self.began, self.pauses, self.heard = time.monotonic(), 0, False
        self.stopped = threading.Event()

    def left(self) -> float:
        return float("inf") if self.until is None else self.until - time.monotonic()

    def past(self) -> bool:
        return self.left() <= 0

    def body(self) -> JSONObject:
        return self.order if self.until is None else {**self.order, "deadline": max(0.001, round(self.left(), 3))}

    def given_up(self) -> bool:
        """Reports whether to end after a failure. A server that has never replied may be none, however late the deadline is."""
        return self.past() or (self.until is None or not self.heard) and time.monotonic() - self.began >= self.patience

    def check(self) -> None:
        if self.stopped.is_set():
            raise _Stopped

    def pause(self, seconds: float | None = None) -> None:
        """Waits before the next request, longer each time."""
        self.pauses += 1
        usual = min(_LONGEST_PAUSE, 0.1 * 2 ** min(self.pauses, 10))
        usual = usual if seconds is None else min(seconds, 60.0)
        self.stopped.wait(usual if self.past() else min(usual, self.left()))
        self.check()


def _start(work: Callable[[], T]) -> asyncio.Future[T]:
    """Runs work in a thread, which does not keep the process alive, and returns what it returns as a future."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = work()
        except BaseException as failed:  # The task that waits gets it.
            tell(future.set_exception, failed)
        else:
            tell(future.set_result, result)

    def tell(end: Callable[[Any], None], what: object) -> None:
        try:
            loop.call_soon_threadsafe(end, what)
        except RuntimeError:
            pass  # The loop is closed: nobody waits.

    threading.Thread(target=run, name="elicitform", daemon=True).start()
    return future


# What is sent.


def _order(kind: str, what: Mapping[str, Any], session: str, server: Server, key: str | None, **more: Any) -> JSONObject:
    # With a key of its own, a request whose reply was lost is no second question.
    order: JSONObject = {"session": session, "server": server, kind: what, "key": key or uuid.uuid4().hex}
    return order | {name: value for name, value in more.items() if value is not None and value is not False}


def _encode(body: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(body, allow_nan=False, separators=(",", ":"), default=_plain).encode("ascii")
    except (TypeError, ValueError, RecursionError) as error:
        raise ElicitationError("invalid-request", "not-json", rpc_code=_INVALID_PARAMS) from error


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(type(value).__name__)


def _seconds(deadline: Deadline) -> float:
    if isinstance(deadline, datetime):
        if deadline.tzinfo is None:
            raise ValueError("a deadline needs a time zone: datetime.now(timezone.utc) has one")
        return (deadline - datetime.now(timezone.utc)).total_seconds()
    return deadline.total_seconds() if isinstance(deadline, timedelta) else float(deadline)


def _quote(text: str) -> str:
    try:
        # Written as they are, these two would be a way through folders.
        return text.replace(".", "%2E") if text in (".", "..") else urllib.parse.quote(text, safe="")
    except UnicodeEncodeError as error:
        raise ElicitationError("request", "not-a-session") from error


def _path(id: str, *more: str) -> str:
    return "/".join(["/v1/questions", _quote(id), *more])


# What comes back.


def _read(connection: http.client.HTTPConnection, response: http.client.HTTPResponse, until: float) -> bytes:
    """Reads a body of a bounded size in a bounded time."""
    parts: list[bytes] = []
    size = 0
    while part := response.read1(65536):
        size += len(part)
        if size > _MOST_BYTES:
            raise ElicitationError("malformed", "too-large", status=response.status)
        parts.append(part)
        left = until - time.monotonic()
        if left <= 0:
            raise socket.timeout
        if connection.sock is not None:
            connection.sock.settimeout(left)
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)
    return b"".join(parts)


def _decode(text: bytes) -> JSONObject | None:
    """Returns the JSON object that a text is; None where it is none."""
    def constant(name: str) -> None:
        raise ValueError(name)

    try:
        value = json.loads(text.decode("utf-8"), parse_constant=constant)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _reply(response: http.client.HTTPResponse, text: bytes) -> JSONObject:
    status, body = response.status, _decode(text)
    if 200 <= status < 300:
        if status == 204:
            return {}
        if body is None:
            raise ElicitationError("malformed", "not-json", status=status)
        return body
    code, reason = (body or {}).get("code"), (body or {}).get("reason")
    if body is None or not isinstance(code, str) or not isinstance(reason, str):
        # No problem of the server, but of something on the way.
        raise ElicitationError("unreachable" if status >= 500 else "request", f"status-{status}", status=status)
    retry = response.headers.get("Retry-After", "")
    raise ElicitationError(
        code, reason, status=status, rpc_code=_rpc_code(body), member=_optional(body, "member"),
        retry_after=float(retry) if retry.isascii() and retry.isdigit() and len(retry) < 7 else None)


def _passes(error: ElicitationError) -> bool:
    """Reports whether the same request may have another result later: limits of a session and mistakes do not pass by themselves."""
    if isinstance(error.__cause__, ssl.SSLCertVerificationError):
        return False
    return error.code == "unreachable" or error.status == 503 or error.reason == "too-many-waits"


def _rpc_code(body: Mapping[str, Any]) -> int:
    code = body.get("rpcCode")
    return code if isinstance(code, int) and not isinstance(code, bool) else _INTERNAL_ERROR


def _optional(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name, "")
    return value if isinstance(value, str) else ""


def _text(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str) or not value:
        raise ElicitationError("malformed", name)
    return value


def _time(body: Mapping[str, Any], name: str) -> datetime:
    try:
        return datetime.fromisoformat(_text(body, name).replace("Z", "+00:00"))
    except ValueError as error:
        raise ElicitationError("malformed", name) from error


def _result(value: Any) -> ElicitResult:
    """Reads a decision. What is none is no decline either."""
    if not isinstance(value, dict) or value.get("action") not in ("accept", "decline", "cancel"):
        raise ElicitationError("malformed", "result")
    if "content" in value and not isinstance(value["content"], dict):
        raise ElicitationError("malformed", "result")
    return value  # type: ignore[return-value]


def _question(body: Mapping[str, Any]) -> Question:
    state = _text(body, "state")
    if state not in _STATES:
        raise ElicitationError("malformed", "state")
    result, responses, error = body.get("result"), body.get("responses"), body.get("error")
    if responses is not None and not isinstance(responses, dict) or error is not None and not isinstance(error, dict):
        raise ElicitationError("malformed", "responses" if error is None else "error")
    if (state == "answered") != (result is not None or responses is not None):
        raise ElicitationError("malformed", "state")
    return Question(
        _text(body, "id"), state, _time(body, "deadline") if "deadline" in body else None,
        None if result is None else _result(result),
        None if responses is None else {name: _result(one) for name, one in responses.items()},
        None if error is None else ElicitationError(
            _text(error, "code"), _optional(error, "reason"), rpc_code=_rpc_code(error), key=_optional(error, "key")))


def _single(question: Question) -> ElicitResult:
    question.decision()
    if question.result is None:
        raise ElicitationError("malformed", "result")
    return question.result


def _round(question: Question) -> dict[str, ElicitResult]:
    question.decision()
    if question.responses is None:
        raise ElicitationError("malformed", "responses")
    return question.responses


# Webhooks.


def verify_webhook(headers: Mapping[str, str], body: bytes, secret: str, *, tolerance: float = 300.0) -> Event:
    """Returns a webhook if the server has signed it, as Standard Webhooks says; raises ElicitationError where it has not.

    headers: of the request, in any case of their names.
    body: the bytes of the request as they came.
    secret: what `Client.webhook_secret` returns, "whsec_…".
    tolerance: how many seconds its time and this machine's may differ.
    The same event comes again where a reply was lost: keep the `id` of what was done.
    """
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (ValueError, binascii.Error):
        key = b""
    if len(key) < 16:
        raise ValueError("the secret of webhooks is \"whsec_\" and base64")
    sent = {name.lower(): value for name, value in headers.items()}
    try:
        id, when, signatures = (sent["webhook-" + name] for name in ("id", "timestamp", "signature"))
    except KeyError as error:
        raise ElicitationError("webhook", "header-missing") from error
    if not (when.isascii() and when.isdigit() and len(when) < 16) or len(signatures) > 4096:
        raise ElicitationError("webhook", "header-malformed")
    signed = id.encode("utf-8", "surrogateescape") + b"." + when.encode() + b"." + body
    wanted = ("v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()).encode()
    # While a secret is replaced there are several signatures. All are compared, so that the time says nothing of them.
    matches = [hmac.compare_digest(wanted, one.encode("utf-8", "surrogateescape")) for one in signatures.split(" ")]
    if not any(matches):
        raise ElicitationError("webhook", "wrong-signature")
    if abs(time.time() - int(when)) > tolerance:
        raise ElicitationError("webhook", "wrong-time")
    event = _decode(body)
    if event is None or not isinstance(event.get("data"), dict):
        raise ElicitationError("webhook", "not-an-event")
    return Event(id, _text(event, "type"), _time(event, "timestamp"), _question(event["data"]))


# Callbacks for MCP clients. Their signatures were read in these versions, and were not run against them:
#   modelcontextprotocol/python-sdk 57394b054 of 2026-08-20 (2.0): mcp.client.session.ElicitationFnT, async (context, params), and 1.x,
#     whose parameters have the same names; types are in mcp.types in both.
#   PrefectHQ/fastmcp 743ddffd0 of 2026-08-21 (4.0.0b3): fastmcp.client.elicitation.ElicitationHandler, async (message, response_type,
#     params, context).
#   pydantic/pydantic-ai 4fda38988 of 2026-08-22 (2.33.0): MCPToolset(elicitation_handler=…) takes a handler of FastMCP.
# The libraries are imported when the first question is asked, so that this file needs none of them.


def _params(params: Any) -> JSONObject:
    """Returns params as the server has sent them: without defaults of the library, in the order of the text."""
    sent = params if isinstance(params, Mapping) else params.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return dict(sent)


def mcp_callback(client: Client, *, session: str, server: Server, deadline: Deadline | None = None,
                 review: Review | None = None) -> Callable[[Any, Any], Awaitable[Any]]:
    """Makes the `elicitation_callback` of the official SDK: `ClientSession(read, write, elicitation_callback=mcp_callback(…))`.

    Where nobody has decided, the MCP server gets an error. When the server takes its request back, the question is taken back.
    """
    async def callback(context: Any, params: Any) -> Any:
        from mcp import types  # type: ignore[import]

        try:
            result = await client.ask_async(_params(params), session=session, server=server, deadline=deadline, review=review)
        except ElicitationError as error:
            return types.ErrorData(code=error.rpc_code, message=str(error))
        return types.ElicitResult(**result)

    return callback


def fastmcp_handler(client: Client, *, session: str, server: Server, deadline: Deadline | None = None,
                    review: Review | None = None) -> Callable[[str, Any, Any, Any], Awaitable[Any]]:
    """Makes the `elicitation_handler` of FastMCP: `fastmcp.Client(url, elicitation_handler=fastmcp_handler(…))`.

    Where nobody has decided it raises an error, which FastMCP sends to the MCP server as an internal error.
    """
    async def handler(message: str, response_type: Any, params: Any, context: Any) -> Any:
        from fastmcp.client.elicitation import ElicitResult as Result  # type: ignore[import]

        return Result(**await client.ask_async(_params(params), session=session, server=server, deadline=deadline, review=review))

    return handler


def pydantic_ai_handler(client: Client, *, session: str, server: Server, deadline: Deadline | None = None,
                        review: Review | None = None) -> Callable[[str, Any, Any, Any], Awaitable[Any]]:
    """Makes the `elicitation_handler` of Pydantic AI: `MCPToolset(url, elicitation_handler=pydantic_ai_handler(…))`."""
    return fastmcp_handler(client, session=session, server=server, deadline=deadline, review=review)
