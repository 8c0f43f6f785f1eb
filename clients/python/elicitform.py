# One long file, so that a project can copy it.
"""Asks a person through elicitform-server, with nothing but Python's standard library (3.10 and newer).

    from elicitform import Client

    client = Client("http://127.0.0.1:8787", os.environ["ASK_KEY"])
    result = client.ask(params, session="chat 7", server="weather.example")
    if result["action"] == "accept":
        print(result["content"])

`params` are those of `elicitation/create` of the Model Context Protocol. A result is the person's decision: accept, decline or
cancel. Without a decision, an `ElicitationError` is raised.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import hmac
import http.client
import json
import os
import socket
import ssl
import tempfile
import threading
import time
import urllib.parse
import uuid
import warnings
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, TypedDict, TypeVar, Union

__all__ = [
    "ApprovalResult", "Approvals", "Client", "ElicitResult", "ElicitationError", "Event", "Link", "Question", "Token",
    "fastmcp_handler", "mcp_callback", "pydantic_ai_handler", "verify_webhook",
]

_INVALID_PARAMS, _INTERNAL_ERROR = -32602, -32603
_MAX_REPLY_BYTES = 4 << 20
# Proxies close connections that are silent for a minute.
_WAIT_SECONDS = 30
_MAX_PAUSE_SECONDS = 5.0
_STATES = ("open", "answered", "acknowledged", "rejected", "withdrawn", "expired", "orphaned")

JSONObject = dict[str, Any]
Server = Union[str, Mapping[str, str]]
Deadline = Union[float, timedelta, datetime]
Review = Literal["short", "always"]
T = TypeVar("T")


class _Action(TypedDict):
    action: Literal["accept", "decline", "cancel"]


class ElicitResult(_Action, total=False):
    """The decision of the person. An accepted form has `content`, an accepted page has not."""

    content: JSONObject


class ApprovalResult(_Action, total=False):
    """The decision of the person about a tool call.

    scope: how long an accepted leave holds. Your agent remembers "session", and "always" without Approvals.
    id: the chosen option, if the approval has options.
    arguments: the arguments if the person changed them: run the tool with these.
    reason: what the person wrote when they declined.
    """

    scope: Literal["once", "session", "always"]
    id: str
    arguments: JSONObject
    reason: str


class ElicitationError(Exception):
    """An end without a decision, or a request that failed.

    code: the code of the relay, such as "expired", "withdrawn" or "invalid-request"; "request" if the server rejects a request;
        "unreachable" without a reply of the server; "malformed" for an invalid reply; "webhook" for a webhook that is rejected.
    reason: the reason of the code; may be empty.
    title: the sentence of the server about the reason; empty without one.
    flag: the flag of elicitform-server with which its operator mends it; may be empty.
    status: the status of the HTTP response; None without a response.
    rpc_code: the JSON-RPC error code for the MCP server.
    member: the wrong member of the request.
    key: the wrong request of a round.
    retry_after: the header Retry-After in seconds, or None.
    """

    def __init__(self, code: str, reason: str = "", *, status: int | None = None, rpc_code: int = _INTERNAL_ERROR,
                 member: str = "", key: str = "", retry_after: float | None = None, title: str = "", flag: str = "") -> None:
        # An MCP server gets this text, without the settings of elicitform-server.
        self._brief = f"elicitation: {code}" + (f" ({reason})" if reason else "") + (f" in {member}" if member else "")
        text = self._brief + (f": {title}" if title else "")
        super().__init__(text + (f" The operator of elicitform-server mends it with {flag}." if flag else ""))
        self.code, self.reason, self.status, self.rpc_code = code, reason, status, rpc_code
        self.member, self.key, self.retry_after = member, key, retry_after
        self.title, self.flag = title, flag


@dataclass(frozen=True)
class Question:
    """A question with its state: open, answered, acknowledged, rejected, withdrawn, expired or orphaned."""

    id: str
    state: str
    deadline: datetime | None = None
    result: ElicitResult | ApprovalResult | None = None
    responses: dict[str, ElicitResult] | None = None
    error: ElicitationError | None = None
    receipt: dict[str, Any] | None = None
    """For the transcript of a chat: title, server, outcome, answers, endedAt and language, as the person's page wrote them."""

    def decision(self) -> ElicitResult | ApprovalResult | dict[str, ElicitResult]:
        """Returns the result, or the responses of a round by their keys. Without a decision it raises ElicitationError."""
        if self.result is not None:
            return self.result
        if self.responses is not None:
            return self.responses
        raise self.error or ElicitationError(self.state)


@dataclass(frozen=True)
class Token:
    """A token with which a page shows the questions of a session."""

    token: str
    expires: datetime


@dataclass(frozen=True)
class Link:
    """An address whose page shows one question."""

    url: str
    expires: datetime


@dataclass(frozen=True)
class Event:
    """A webhook of the server. Each repetition has the same `id`: ignore an id that you have had within two days."""

    id: str
    type: str
    timestamp: datetime
    question: Question


class Client:
    """Asks with one ask key, from any number of threads and tasks.

    url: address of the server, such as "https://ask.example".
    key: the secret of the ask key.
    timeout: the seconds for a reply, besides the time for which a request waits for an answer.
    patience: the seconds for repeating a request while the server cannot be reached. After its first reply, a question with a deadline is
        repeated until then.
    context: a context for TLS, for example with your own certificates.
    The ask key goes to this address only: the client follows no redirects, and uses no proxies of the environment.
    """

    def __init__(self, url: str, key: str, *, timeout: float = 10.0, patience: float = 60.0, context: ssl.SSLContext | None = None) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username is not None:
            raise ValueError("the URL of the server needs http or https and a host, and can have a port and a path")
        if not key or not all("!" <= c <= "~" for c in key):
            raise ValueError("an ask key has only letters, digits and . _ ~ + / = -")
        self._secure, self._host = parts.scheme == "https", parts.hostname
        # Without a port, http.client would take the end of an IPv6 address for one.
        self._port = parts.port or (443 if self._secure else 80)
        self._base = parts.path.rstrip("/")
        self._key, self._timeout, self._patience = key, timeout, patience
        self._context = (context or ssl.create_default_context()) if self._secure else None

    def __repr__(self) -> str:
        return f"Client({self._host!r})"

    def ask(self, params: Mapping[str, Any], *, session: str, server: Server, key: str | None = None, deadline: Deadline | None = None,
            review: Review | None = None) -> ElicitResult:
        """Asks, and waits until the person has decided.

        session: your name for the chat or the person whose pages show the question.
        server: your name for the asking MCP server, or an object with id, name and title.
        key: your name for the question in the session, such as the id of the tool call. Asking again with the key joins the question, even
            from a restarted process.
        deadline: the end of the question: seconds from now or a time; 30 days at most.
        review: "short" lets the person send a single choice without a review, unless the page forbids that.

        It continues after network errors and restarts of the server. Another exception, such as KeyboardInterrupt, withdraws the question.
        """
        job = _Job(_order("params", params, session, server, key, review=review), deadline, self._patience)
        return _single(self._ask(job))

    def ask_all(self, requests: Mapping[str, Any], *, session: str, server: Server, key: str | None = None,
                deadline: Deadline | None = None, review: Review | None = None, wait_for_pages: bool = False) -> dict[str, ElicitResult]:
        """Asks the `inputRequests` of a result of revision 2026-07-28 together, and returns its `inputResponses`. See ask."""
        order = _order("requests", requests, session, server, key, review=review, waitForPages=wait_for_pages)
        return _round(self._ask(_Job(order, deadline, self._patience)))

    def approve(self, approval: Mapping[str, Any], *, session: str, server: Server, key: str | None = None,
                deadline: Deadline | None = None, approvals: Approvals | None = None) -> ApprovalResult:
        """Asks a person for leave to run a tool, and waits for the decision. See ask.

        approval: `{"tool": {"name": …, "arguments": …}}`, and optionally `title`, `description` and `annotations` of the tool, `message`,
            `scopes`, `options`, `editable` and `reason`, as in docs/reference/http.md.
        approvals: remembers the scope "always", so that nobody is asked again.
        """
        if approvals and (remembered := approvals.find(server, approval)):
            return remembered
        result = _approval(self._ask(_Job(_order("approval", approval, session, server, key), deadline, self._patience)))
        return approvals.remember(server, approval, result) if approvals else result

    async def approve_async(self, approval: Mapping[str, Any], *, session: str, server: Server, key: str | None = None,
                            deadline: Deadline | None = None, approvals: Approvals | None = None) -> ApprovalResult:
        """approve for asyncio. Cancelling the task withdraws the approval."""
        if approvals and (remembered := approvals.find(server, approval)):
            return remembered
        job = _Job(_order("approval", approval, session, server, key), deadline, self._patience)
        result = _approval(await self._in_thread(self._ask, job))
        return approvals.remember(server, approval, result) if approvals else result

    async def ask_async(self, params: Mapping[str, Any], *, session: str, server: Server, key: str | None = None,
                        deadline: Deadline | None = None, review: Review | None = None) -> ElicitResult:
        """ask for asyncio. Cancelling the task withdraws the question."""
        job = _Job(_order("params", params, session, server, key, review=review), deadline, self._patience)
        return _single(await self._in_thread(self._ask, job))

    async def ask_all_async(self, requests: Mapping[str, Any], *, session: str, server: Server, key: str | None = None,
                            deadline: Deadline | None = None, review: Review | None = None,
                            wait_for_pages: bool = False) -> dict[str, ElicitResult]:
        """ask_all for asyncio. Cancelling the task withdraws the round."""
        order = _order("requests", requests, session, server, key, review=review, waitForPages=wait_for_pages)
        return _round(await self._in_thread(self._ask, _Job(order, deadline, self._patience)))

    def park(self, params: Mapping[str, Any], *, session: str, server: Server, key: str | None = None, deadline: Deadline | None = None,
             callback: str | None = None, review: Review | None = None) -> Question:
        """Asks, and returns at once. The question is open until its deadline, by default 30 days from now, and the server keeps its answer
        for 30 days. Any process can get the answer with fetch or wait, and then calls acknowledge.

        callback: the address of a webhook about the end of the question.
        """
        order = _order("params", params, session, server, key, review=review, parked=True, callback=callback)
        return self._begin(_Job(order, deadline, self._patience))

    def park_all(self, requests: Mapping[str, Any], *, session: str, server: Server, key: str | None = None,
                 deadline: Deadline | None = None, callback: str | None = None, review: Review | None = None, wait_for_pages: bool = False,
                 call: Mapping[str, Any] | None = None, request_state: str | None = None) -> Question:
        """Parks the `inputRequests` of a result of revision 2026-07-28.

        call: the request that had this result, `{"method": …, "params": …}`; resume returns it with the answers.
        request_state: the `requestState` of that result.
        """
        order = _order("requests", requests, session, server, key, review=review, parked=True, callback=callback,
                       waitForPages=wait_for_pages, call=call, requestState=request_state)
        return self._begin(_Job(order, deadline, self._patience))

    def park_approval(self, approval: Mapping[str, Any], *, session: str, server: Server, key: str | None = None,
                      deadline: Deadline | None = None, callback: str | None = None) -> Question:
        """Parks an approval. See approve and park."""
        order = _order("approval", approval, session, server, key, parked=True, callback=callback)
        return self._begin(_Job(order, deadline, self._patience))

    def fetch(self, id: str) -> Question:
        """Returns a question with its present state."""
        return _question(self._repeat("GET", _path(id)))

    def wait(self, id: str, *, timeout: float | None = None) -> Question:
        """Waits until a question has ended, or until the timeout in seconds."""
        return self._wait(_Job({}, timeout, self._patience, id))

    async def wait_async(self, id: str, *, timeout: float | None = None) -> Question:
        """wait for asyncio. Cancelling the task does not change the question."""
        return await self._in_thread(self._wait, _Job({}, timeout, self._patience, id))

    def withdraw(self, id: str) -> Question:
        """Withdraws a question. If it has ended already, the result has that end."""
        return _question(self._repeat("DELETE", _path(id)))

    def acknowledge(self, id: str) -> None:
        """Acknowledges the answer, which the server then deletes."""
        self._repeat("POST", _path(id, "acknowledgement"))

    def resume(self, id: str) -> JSONObject:
        """Returns the call of a parked round with the answers among its params. Repeat it without changes."""
        return self._repeat("GET", _path(id, "call"))

    def token(self, session: str, *, lifetime: float | None = None) -> Token:
        """Makes a token for the pages of a session, for 12 hours or a lifetime in seconds. Only a person who may answer should get it."""
        body = {} if lifetime is None else {"lifetime": lifetime}
        reply = self._repeat("POST", f"/v1/sessions/{_quote(session)}/tokens", body)
        return Token(_text(reply, "token"), _time(reply, "expires"))

    def link(self, id: str, *, person: str | None = None) -> Link:
        """Makes an address whose page shows one question, for sending it to the person.

        person: the only person who may open the link, by the name in the server's identity header; required if the server has one.
        """
        reply = self._repeat("POST", _path(id, "link"), None if person is None else {"person": person})
        return Link(_text(reply, "url"), _time(reply, "expires"))

    def finish_page(self, session: str, server: Server, elicitation_id: str) -> None:
        """Forwards the MCP server's notification that a page is finished."""
        self._repeat("POST", f"/v1/sessions/{_quote(session)}/pages/{_quote(elicitation_id)}/finished", {"server": server})

    def webhook_secret(self) -> str:
        """Returns the secret that signs the webhooks of this ask key, for verify_webhook."""
        return _text(self._repeat("GET", "/v1/webhooks/secret"), "secret")

    def failed_webhooks(self) -> list[JSONObject]:
        """Returns the webhooks of this ask key that were given up, the latest first."""
        failed = self._repeat("GET", "/v1/webhooks/failed").get("failed")
        if not isinstance(failed, list):
            raise ElicitationError("malformed", "failed")
        return failed

    def _ask(self, job: _Job) -> Question:
        try:
            while True:
                question = self._wait_once(job) if job.id else self._ask_once(job)
                if question.state == "orphaned" and not job.is_past_deadline():
                    # The server got no request of this asker for a while. Asking again continues the question.
                    job.id = ""
                    job.pause()
                elif question.state != "open":
                    return question
                elif job.seconds_left() < -self._timeout:
                    self._withdraw_quietly(job)
                    raise ElicitationError("expired")
                elif job.is_past_deadline():
                    # The server's clock decides.
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
        """Waits for a while. If a restarted server does not know the question, it asks again."""
        wait = int(max(0, min(_WAIT_SECONDS, job.seconds_left() + 1)))
        try:
            reply = self._persist(job, lambda: self._send("GET", f"{_path(job.id)}?wait={wait}", wait=wait))
        except ElicitationError as error:
            if error.reason == "not-found" and job.order and not job.is_past_deadline():
                job.id = ""
                job.pause()
                return self._ask_once(job)
            raise
        return _question(reply)

    def _wait(self, job: _Job) -> Question:
        while True:
            question = self._wait_once(job)
            if question.state != "open" or job.is_past_deadline():
                return question

    def _persist(self, job: _Job, request: Callable[[], JSONObject]) -> JSONObject:
        """Repeats a request until the server replies, for as long as the job allows."""
        job.started_at = time.monotonic()
        while True:
            job.raise_if_stopped()
            try:
                reply = request()
            except ElicitationError as error:
                job.has_reply = job.has_reply or error.status is not None
                if not _is_temporary(error) or job.should_give_up():
                    raise
                job.pause(error.retry_after)
            else:
                job.has_reply, job.pauses = True, 0
                return reply

    def _repeat(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> JSONObject:
        """Makes a request that can be repeated."""
        return self._persist(_Job({}, None, min(self._patience, self._timeout)), lambda: self._send(method, path, body))

    def _withdraw_quietly(self, job: _Job) -> None:
        """Withdraws a question if the server can be reached. Otherwise the question ends in half a minute, with its lease."""
        if job.id and job.order:
            try:
                self._send("DELETE", _path(job.id))
            except ElicitationError:
                pass

    async def _in_thread(self, work: Callable[[_Job], T], job: _Job) -> T:
        """Runs work in a new thread. The executor of asyncio has few threads, and each would wait for a person."""
        future = _start(lambda: work(job))
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            job.stopped.set()
            future.add_done_callback(lambda done: done.exception())
            # The withdrawal continues even if this wait is cancelled too.
            await asyncio.wait([_start(lambda: self._withdraw_quietly(job))], timeout=self._timeout)
            raise

    def _send(self, method: str, path: str, body: Mapping[str, Any] | None = None, *, wait: float = 0) -> JSONObject:
        """Makes one request, whose whole reply must arrive within wait + timeout seconds."""
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


class Approvals:
    """Remembers in a folder what a person has allowed with the scope "always", for `approvals` of Client.approve.

    folder: a folder for this one person; it is made if it is missing. Only your user may write to it, because each file in it allows a
        tool. Delete a file, and the person is asked again.
    A file counts for its server and for the tool as it was shown: with another title, description or annotation the person is asked again.
    If the person changed arguments, it counts for a call with exactly these, and otherwise for all. It counts only where `scopes` has
    "always".
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._folder = os.fspath(folder)
        os.makedirs(self._folder, 0o700, exist_ok=True)
        about = os.stat(self._folder)
        if os.name == "posix" and (about.st_uid != os.getuid() or about.st_mode & 0o022):
            raise PermissionError(f"others can write to {self._folder}, and so could allow tools")

    def find(self, server: Server, approval: Mapping[str, Any]) -> ApprovalResult | None:
        """Returns the decision that was remembered, or None."""
        if "always" in approval.get("scopes", ()):
            for arguments in (None, approval.get("tool", {}).get("arguments", {})):
                path, text = self._entry(server, approval, arguments)
                try:
                    with open(path, encoding="ascii") as file:
                        if file.read() == text:
                            return {"action": "accept", "scope": "always"}
                except FileNotFoundError:
                    pass
        return None

    def remember(self, server: Server, approval: Mapping[str, Any], result: ApprovalResult) -> ApprovalResult:
        """Remembers the scope "always", and returns the result. A file that cannot be written is a warning: the decision still counts."""
        if result["action"] == "accept" and result.get("scope") == "always":
            path, text = self._entry(server, approval, result.get("arguments"))
            try:
                # Only the own user can read the new file. No other process ever sees a half of it.
                handle, draft = tempfile.mkstemp(dir=self._folder)
                with open(handle, "w", encoding="ascii") as file:
                    file.write(text)
                os.replace(draft, path)
            except OSError as error:
                warnings.warn(f"an approval is not remembered: {error}", RuntimeWarning, stacklevel=2)
        return result

    def _entry(self, server: Server, approval: Mapping[str, Any], arguments: Mapping[str, Any] | None) -> tuple[str, str]:
        tool = {name: value for name, value in approval.get("tool", {}).items() if name != "arguments"}
        entry = _encode({"server": server if isinstance(server, str) else server["id"], "tool": tool, "arguments": arguments})
        text = json.dumps(json.loads(entry), sort_keys=True, indent=1)
        return os.path.join(self._folder, hashlib.sha256(text.encode()).hexdigest() + ".json"), text


class _Stopped(Exception):
    """The task that asks was cancelled."""


class _Job:
    """A request with its deadline, and the time for which the server could not be reached."""

    def __init__(self, order: JSONObject, deadline: Deadline | None, patience: float, id: str = "") -> None:
        self.order, self.id, self.patience = order, id, patience
        # The server gets the remaining seconds, so that its clock may differ from this one.
        self.deadline = None if deadline is None else time.monotonic() + _seconds(deadline)
        self.started_at, self.pauses, self.has_reply = time.monotonic(), 0, False
        self.stopped = threading.Event()

    def seconds_left(self) -> float:
        return float("inf") if self.deadline is None else self.deadline - time.monotonic()

    def is_past_deadline(self) -> bool:
        return self.seconds_left() <= 0

    def body(self) -> JSONObject:
        return self.order if self.deadline is None else {**self.order, "deadline": max(0.001, round(self.seconds_left(), 3))}

    def should_give_up(self) -> bool:
        """Reports whether to stop after a failure. An address that has never replied may be wrong, so the deadline does not count."""
        is_impatient = time.monotonic() - self.started_at >= self.patience
        return self.is_past_deadline() or (self.deadline is None or not self.has_reply) and is_impatient

    def raise_if_stopped(self) -> None:
        if self.stopped.is_set():
            raise _Stopped

    def pause(self, seconds: float | None = None) -> None:
        """Waits before the next request, longer each time."""
        self.pauses += 1
        usual = min(_MAX_PAUSE_SECONDS, 0.1 * 2 ** min(self.pauses, 10))
        usual = usual if seconds is None else min(seconds, 60.0)
        self.stopped.wait(usual if self.is_past_deadline() else min(usual, self.seconds_left()))
        self.raise_if_stopped()


def _start(work: Callable[[], T]) -> asyncio.Future[T]:
    """Runs work in a daemon thread, and returns a future of its result."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # The waiting task raises it.
            settle(future.set_exception, error)
        else:
            settle(future.set_result, result)

    def settle(setter: Callable[[Any], None], value: object) -> None:
        try:
            loop.call_soon_threadsafe(setter, value)
        except RuntimeError:
            pass  # The loop is closed.

    threading.Thread(target=run, name="elicitform", daemon=True).start()
    return future


def _order(kind: str, content: Mapping[str, Any], session: str, server: Server, key: str | None, **more: Any) -> JSONObject:
    # The key keeps a request whose reply was lost from asking twice.
    order: JSONObject = {"session": session, "server": server, kind: content, "key": key or uuid.uuid4().hex}
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
            raise ValueError("a deadline needs a time zone, such as datetime.now(timezone.utc)")
        return (deadline - datetime.now(timezone.utc)).total_seconds()
    return deadline.total_seconds() if isinstance(deadline, timedelta) else float(deadline)


def _quote(text: str) -> str:
    try:
        # An unescaped dot segment would change the path.
        return text.replace(".", "%2E") if text in (".", "..") else urllib.parse.quote(text, safe="")
    except UnicodeEncodeError as error:
        raise ElicitationError("request", "not-a-session") from error


def _path(id: str, *more: str) -> str:
    return "/".join(["/v1/questions", _quote(id), *more])


def _read(connection: http.client.HTTPConnection, response: http.client.HTTPResponse, until: float) -> bytes:
    """Reads a body with limits for its size and its time."""
    parts: list[bytes] = []
    size = 0
    while part := response.read1(65536):
        size += len(part)
        if size > _MAX_REPLY_BYTES:
            raise ElicitationError("malformed", "too-large", status=response.status)
        parts.append(part)
        remaining = until - time.monotonic()
        if remaining <= 0:
            raise socket.timeout
        if connection.sock is not None:
            connection.sock.settimeout(remaining)
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)
    return b"".join(parts)


def _decode(text: bytes) -> JSONObject | None:
    """Returns a JSON object, or None if the text is not one."""
    def reject(name: str) -> None:
        raise ValueError(name)

    try:
        value = json.loads(text.decode("utf-8"), parse_constant=reject)
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
        # A proxy has replied.
        raise ElicitationError("unreachable" if status >= 500 else "request", f"status-{status}", status=status)
    retry = response.headers.get("Retry-After", "")
    raise ElicitationError(
        code, reason, status=status, rpc_code=_rpc_code(body), member=_optional(body, "member"), title=_optional(body, "title"),
        flag=_optional(body, "flag"), retry_after=float(retry) if retry.isascii() and retry.isdigit() and len(retry) < 7 else None)


def _is_temporary(error: ElicitationError) -> bool:
    """Reports whether to repeat a request. Limits of a session, and wrong requests, stay as they are."""
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
    """Reads a decision. An invalid one must not become a decline."""
    if not isinstance(value, dict) or value.get("action") not in ("accept", "decline", "cancel"):
        raise ElicitationError("malformed", "result")
    if not all(isinstance(value.get(name, {}), dict) for name in ("content", "arguments")):
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
        None if responses is None else {name: _result(response) for name, response in responses.items()},
        None if error is None else ElicitationError(
            _text(error, "code"), _optional(error, "reason"), rpc_code=_rpc_code(error), key=_optional(error, "key")),
        receipt if isinstance(receipt := body.get("receipt"), dict) else None)


def _single(question: Question) -> Any:
    question.decision()
    if question.result is None:
        raise ElicitationError("malformed", "result")
    return question.result


def _approval(question: Question) -> ApprovalResult:
    """Returns the decision about a tool call. Only one with a scope allows it."""
    result: ApprovalResult = _single(question)
    if (result["action"] == "accept") != (result.get("scope") in ("once", "session", "always")):
        raise ElicitationError("malformed", "result")
    return result


def _round(question: Question) -> dict[str, ElicitResult]:
    question.decision()
    if question.responses is None:
        raise ElicitationError("malformed", "responses")
    return question.responses


def verify_webhook(headers: Mapping[str, str], body: bytes, secret: str, *, tolerance: float = 300.0) -> Event:
    """Returns a webhook that the server has signed, as Standard Webhooks defines; raises ElicitationError for others.

    headers: the headers of the request; case does not matter.
    body: the unchanged bytes of the request.
    secret: the result of `Client.webhook_secret`, "whsec_…".
    tolerance: the seconds by which the clocks may differ.
    A webhook is repeated if its reply was lost, so store the ids of processed events.
    """
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (ValueError, binascii.Error):
        key = b""
    if len(key) < 16:
        raise ValueError("the secret of webhooks must be \"whsec_\" and base64")
    sent = {name.lower(): value for name, value in headers.items()}
    try:
        id, when, signatures = (sent["webhook-" + name] for name in ("id", "timestamp", "signature"))
    except KeyError as error:
        raise ElicitationError("webhook", "header-missing") from error
    if not (when.isascii() and when.isdigit() and len(when) < 16) or len(signatures) > 4096:
        raise ElicitationError("webhook", "header-malformed")
    signed = id.encode("utf-8", "surrogateescape") + b"." + when.encode() + b"." + body
    wanted = ("v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()).encode()
    # There are several signatures while a secret is replaced. Comparing all of them takes constant time.
    matches = [hmac.compare_digest(wanted, signature.encode("utf-8", "surrogateescape")) for signature in signatures.split(" ")]
    if not any(matches):
        raise ElicitationError("webhook", "wrong-signature")
    if abs(time.time() - int(when)) > tolerance:
        raise ElicitationError("webhook", "wrong-time")
    event = _decode(body)
    if event is None or not isinstance(event.get("data"), dict):
        raise ElicitationError("webhook", "not-an-event")
    return Event(id, _text(event, "type"), _time(event, "timestamp"), _question(event["data"]))


# Callbacks for MCP clients. Their signatures follow these versions, without tests against them:
#   modelcontextprotocol/python-sdk 57394b054 of 2026-08-20 (2.0): mcp.client.session.ElicitationFnT, async (context, params), and 1.x,
#     whose parameters have the same names; types are in mcp.types in both.
#   PrefectHQ/fastmcp 743ddffd0 of 2026-08-21 (4.0.0b3): fastmcp.client.elicitation.ElicitationHandler, async (message, response_type,
#     params, context).
#   pydantic/pydantic-ai 4fda38988 of 2026-08-22 (2.33.0): MCPToolset(elicitation_handler=…) takes a handler of FastMCP.
# The first question imports the library, so that this file depends on none.


def _params(params: Any) -> JSONObject:
    """Returns params as the server sent them: in their order, and without the library's defaults."""
    sent = params if isinstance(params, Mapping) else params.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return dict(sent)


def mcp_callback(client: Client, *, session: str, server: Server, deadline: Deadline | None = None,
                 review: Review | None = None) -> Callable[[Any, Any], Awaitable[Any]]:
    """Makes the `elicitation_callback` of the official SDK: `ClientSession(read, write, elicitation_callback=mcp_callback(…))`.

    Without a decision, the MCP server gets an error. If the server cancels its request, the question is withdrawn.
    """
    async def callback(context: Any, params: Any) -> Any:
        from mcp import types  # type: ignore[import]

        try:
            result = await client.ask_async(_params(params), session=session, server=server, deadline=deadline, review=review)
        except ElicitationError as error:
            return types.ErrorData(code=error.rpc_code, message=error._brief)
        return types.ElicitResult(**result)

    return callback


def fastmcp_handler(client: Client, *, session: str, server: Server, deadline: Deadline | None = None,
                    review: Review | None = None) -> Callable[[str, Any, Any, Any], Awaitable[Any]]:
    """Makes the `elicitation_handler` of FastMCP: `fastmcp.Client(url, elicitation_handler=fastmcp_handler(…))`.

    Without a decision it raises an error, which FastMCP sends to the MCP server as an internal error.
    """
    async def handler(message: str, response_type: Any, params: Any, context: Any) -> Any:
        from fastmcp.client.elicitation import ElicitResult as Result  # type: ignore[import]

        return Result(**await client.ask_async(_params(params), session=session, server=server, deadline=deadline, review=review))

    return handler


def pydantic_ai_handler(client: Client, *, session: str, server: Server, deadline: Deadline | None = None,
                        review: Review | None = None) -> Callable[[str, Any, Any, Any], Awaitable[Any]]:
    """Makes the `elicitation_handler` of Pydantic AI: `MCPToolset(url, elicitation_handler=pydantic_ai_handler(…))`."""
    return fastmcp_handler(client, session=session, server=server, deadline=deadline, review=review)
