"""The client against failing, lying and unreachable servers."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import os
import socket
import sys
import tempfile
import threading
import time
import types
import unittest
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

import elicitform
from elicitform import Approvals, Client, ElicitationError, verify_webhook

PARAMS = {"message": "How many?", "requestedSchema": {"type": "object", "properties": {"n": {"type": "integer"}}}}
ACCEPT = {"action": "accept", "content": {"n": 3}}
ANSWERED = {"id": "q_1", "state": "answered", "result": ACCEPT}
OPEN = {"id": "q_1", "state": "open"}


def respond(status: int, body: object = None, *headers: str) -> Callable[[socket.socket], None]:
    """Makes a reply with a status, and JSON or bytes."""
    text = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    head = "\r\n".join([f"HTTP/1.1 {status} X", f"Content-Length: {len(text)}", *headers, "", ""])
    return lambda connection: connection.sendall(head.encode() + text)


def problem(status: int, reason: str, *headers: str, **more: object) -> Callable[[socket.socket], None]:
    return respond(status, {"type": "/v1/errors/" + reason, "title": "", "status": status, "code": "request", "reason": reason, **more}, *headers)


def raw(text: bytes) -> Callable[[socket.socket], None]:
    return lambda connection: connection.sendall(text)


class Fake:
    """A server that gives each reply once, in their order."""

    def __init__(self, *replies: Callable[[socket.socket], None]) -> None:
        self.replies, self.requests = list(replies), list[tuple[str, dict[str, str], bytes]]()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % self.listener.getsockname()[1]
        self.changed = threading.Condition()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as reader:
            line = reader.readline().decode().strip()
            if not line:
                return
            headers = dict[str, str]()
            while header := reader.readline().decode().strip():
                name, _, value = header.partition(": ")
                headers[name.lower()] = value
            body = reader.read(int(headers.get("content-length", 0)))
            with self.changed:
                reply = self.replies.pop(0) if self.replies else respond(500)
                self.requests.append((line.removesuffix(" HTTP/1.1"), headers, body))
                self.changed.notify_all()
            try:
                reply(connection)
                # A reset of a client that still sends could discard the reply.
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass

    def wait_for_requests(self, number: int) -> None:
        with self.changed:
            if not self.changed.wait_for(lambda: len(self.requests) >= number, 30):
                raise AssertionError(f"{len(self.requests)} requests, want {number}")

    def bodies(self) -> list[dict[str, object]]:
        return [json.loads(body) for _, _, body in self.requests if body]

    def lines(self) -> list[str]:
        return [line for line, _, _ in self.requests]


class Case(unittest.TestCase):
    def fake(self, *replies: Callable[[socket.socket], None], **options: float) -> tuple[Fake, Client]:
        fake = Fake(*replies)
        self.addCleanup(fake.listener.close)
        return fake, Client(fake.url, "an-ask-key", **options)

    def ask(self, client: Client, **more: object) -> elicitform.ElicitResult:
        return client.ask(PARAMS, session="chat", server="s", **more)

    def fails(self, work: Callable[[], object]) -> ElicitationError:
        with self.assertRaises(ElicitationError) as raised:
            work()
        return raised.exception


class Faults(Case):
    """Replies without a decision."""

    def test_repeats_lost_requests_with_the_same_key(self) -> None:
        away = problem(503, "ending", "Retry-After: 0")
        fake, client = self.fake(
            raw(b""), raw(b"HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"), respond(502, b"<html>"), away, respond(201, OPEN), raw(b""), respond(504),
            away, respond(202, OPEN), problem(429, "too-many-waits", "Retry-After: 0"), respond(200, ANSWERED))
        self.assertEqual(self.ask(client), ACCEPT)
        bodies = fake.bodies()
        self.assertEqual(len(bodies), 5)
        self.assertEqual(len({body["key"] for body in bodies}), 1)
        self.assertTrue(all(line.startswith("GET /v1/questions/q_1?wait=") for line in fake.lines()[5:]))

    def test_asks_again_if_the_server_forgot_the_question(self) -> None:
        fake, client = self.fake(
            respond(201, OPEN), problem(404, "not-found"), respond(201, {"id": "q_2", "state": "open"}),
            respond(200, {"id": "q_2", "state": "orphaned", "error": {"code": "internal", "reason": "orphaned", "rpcCode": -32603}}),
            respond(201, {"id": "q_3", "state": "open"}), respond(200, ANSWERED))
        self.assertEqual(self.ask(client, key="call 7"), ACCEPT)
        self.assertEqual([body["key"] for body in fake.bodies()], ["call 7"] * 3)
        self.assertIn("/q_3?", fake.lines()[-1])

    def test_rejects_malformed_decisions(self) -> None:
        for body in (
            {}, [], b"", b"{", b"null", b'{"id":"q","state":"answered","result":NaN}', b"\xff", b"[" * 100000, {"id": "q", "state": "answered"},
            {"id": "q", "state": "answered", "result": {}}, {"id": "q", "state": "answered", "result": {"action": "yes"}},
            {"id": "q", "state": "answered", "result": {"action": ["decline"]}}, {"id": "q", "state": "answered", "result": "decline"},
            {"id": "q", "state": "answered", "result": {"action": "accept", "content": [1]}}, {"id": "q", "state": "open", "result": ACCEPT},
            {"id": "q", "state": "answered", "responses": {"a": ACCEPT}}, {"id": "q", "state": "answered", "responses": [ACCEPT]},
            {"id": "q", "state": "declined"}, {"id": 1, "state": "open"}, {"id": "q", "state": "expired", "error": []},
        ):
            with self.subTest(body=str(body)[:60]):
                _, client = self.fake(respond(200, body))
                self.assertEqual(self.fails(lambda: self.ask(client)).code, "malformed")

    def test_rejects_malformed_decisions_about_approvals(self) -> None:
        for result in (ACCEPT, {"action": "accept"}, {"action": "accept", "scope": "forever"}, {"action": "accept", "scope": ["once"]},
                       {"action": "decline", "scope": "once"}, {"action": "accept", "scope": "once", "arguments": [1]}):
            with self.subTest(result=result):
                _, client = self.fake(respond(200, {"id": "q", "state": "answered", "result": result}))
                raised = self.fails(lambda: client.approve({"tool": {"name": "t"}}, session="chat", server="s"))
                self.assertEqual(raised.code, "malformed")

    def test_raises_the_reason_of_an_end_without_a_decision(self) -> None:
        error = {"code": "invalid-request", "reason": "too-deep", "rpcCode": -32602, "key": "a"}
        _, client = self.fake(respond(200, {"id": "q", "state": "rejected", "error": error}))
        raised = self.fails(lambda: self.ask(client))
        self.assertEqual((raised.code, raised.reason, raised.rpc_code, raised.key, raised.status), ("invalid-request", "too-deep", -32602, "a", None))
        _, client = self.fake(problem(400, "unknown-member", member="sesion"))
        raised = self.fails(lambda: self.ask(client))
        self.assertEqual((raised.code, raised.reason, raised.status, raised.member), ("request", "unknown-member", 400, "sesion"))
        # The text of an error has the sentence of the server, and the flag that its operator can set.
        _, client = self.fake(problem(501, "links-off", title="Links need a public URL with https.", flag="--public-url"))
        raised = self.fails(lambda: client.link("q_1"))
        self.assertEqual((raised.title, raised.flag), ("Links need a public URL with https.", "--public-url"))
        self.assertEqual(str(raised), "elicitation: request (links-off): Links need a public URL with https. "
                                      "The operator of elicitform-server mends it with --public-url.")
        _, client = self.fake(problem(422, "callback-not-valid", title="The callback is not valid.", member="callback"))
        self.assertEqual(str(self.fails(lambda: self.ask(client))), "elicitation: request (callback-not-valid) in callback: The callback is not valid.")
        # A proxy can reply anything.
        _, client = self.fake(problem(400, "x", title=["a"], flag=1))
        self.assertEqual(str(self.fails(lambda: self.ask(client))), "elicitation: request (x)")
        # The client does not wait for a limit.
        fake, client = self.fake(problem(429, "too-many-requests", "Retry-After: 30", code="internal", rpcCode=-32603))
        raised = self.fails(lambda: self.ask(client))
        self.assertEqual((raised.code, raised.status, raised.retry_after), ("internal", 429, 30))
        self.assertEqual(len(fake.requests), 1)

    def test_replies_are_bounded(self) -> None:
        def endless(connection: socket.socket) -> None:
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            while True:
                connection.sendall(b" " * 65536)

        _, client = self.fake(endless)
        self.assertEqual(self.fails(lambda: client.fetch("q_1")).reason, "too-large")
        for text in (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1000 + b"\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100000, b"SSH-2.0-x\r\n\r\n"):
            _, client = self.fake(raw(text), patience=0)
            self.assertEqual(self.fails(lambda: client.fetch("q_1")).code, "unreachable")

    def test_a_slow_reply_ends(self) -> None:
        ended = threading.Event()

        def slow(connection: socket.socket) -> None:
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            while not ended.wait(0.02):
                connection.sendall(b" ")

        self.addCleanup(ended.set)
        _, client = self.fake(slow, timeout=0.3, patience=0)
        self.assertEqual(self.fails(lambda: client.fetch("q_1")).code, "unreachable")

    def test_redirects_get_no_ask_key(self) -> None:
        target, _ = self.fake()
        fake, client = self.fake(respond(307, None, "Location: " + target.url))
        raised = self.fails(lambda: client.fetch("q_1"))
        self.assertEqual((raised.code, raised.reason), ("request", "status-307"))
        self.assertEqual(target.requests, [])
        self.assertEqual(fake.requests[0][1]["authorization"], "Bearer an-ask-key")

    def test_gives_up_a_server_that_never_replied(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            url = "http://127.0.0.1:%d" % free.getsockname()[1]
        client = Client(url, "an-ask-key", patience=0.2)
        for deadline in (None, 3600, timedelta(days=1)):
            self.assertEqual(self.fails(lambda: self.ask(client, deadline=deadline)).code, "unreachable")

    def test_deadlines(self) -> None:
        for deadline in (90, timedelta(seconds=90), datetime.now(timezone.utc) + timedelta(seconds=90)):
            fake, client = self.fake(respond(200, ANSWERED))
            self.ask(client, deadline=deadline)
            self.assertAlmostEqual(fake.bodies()[0]["deadline"], 90, delta=10)
        with self.assertRaises(ValueError):
            self.ask(client, deadline=datetime.now())
        # The server stays away until the deadline.
        fake, client = self.fake(respond(201, OPEN), *[raw(b"")] * 100, patience=0)
        self.assertEqual(self.fails(lambda: self.ask(client, deadline=0.5)).code, "unreachable")

    def test_sends_only_json(self) -> None:
        fake, client = self.fake()
        deep: list[object] = []
        for _ in range(100000):
            deep = [deep]
        for params in ({"n": float("nan")}, {"n": {1, 2}}, {"n": deep}, {"n": 1j}):
            raised = self.fails(lambda: client.ask(params, session="chat", server="s"))
            self.assertEqual((raised.code, raised.rpc_code), ("invalid-request", -32602))
        self.assertEqual(self.fails(lambda: client.token("\ud800")).reason, "not-a-session")
        self.assertEqual(fake.requests, [])
        for url, host, port in (("http://[::1]/", "::1", 80), ("https://x", "x", 443), ("http://x:8787", "x", 8787)):
            connection = Client(url, "an-ask-key")._connect()
            self.assertEqual((connection.host, connection.port), (host, port))
        for url in ("ftp://x", "http://", "http://user:secret@x", "x", "http://x/?a=1"):
            with self.assertRaises(ValueError):
                Client(url, "an-ask-key")
        for key in ("", "a\r\nX: y", "ä", "a b"):
            with self.assertRaises(ValueError):
                Client("http://x", key)

    def test_keeps_the_order_of_params(self) -> None:
        fake, client = self.fake(respond(200, ANSWERED))
        client.ask({"requestedSchema": {"properties": {"z": {}, "a": {}}}, "message": "é"}, session="chat", server={"id": "s", "name": "n"})
        self.assertIn(b'{"requestedSchema":{"properties":{"z":{},"a":{}}},"message":"\\u00e9"}', fake.requests[0][2])

    def test_links_and_addresses(self) -> None:
        made = {"url": "https://ask.example/q/1", "expires": "2026-12-01T00:00:00.000Z"}
        fake, client = self.fake(respond(201, made), respond(201, {"token": "v1.x", "expires": made["expires"]}))
        self.assertEqual(client.link("q_1"), elicitform.Link(made["url"], datetime(2026, 12, 1, tzinfo=timezone.utc)))
        client.token("a/b c\u00e9", lifetime=60)
        self.assertEqual(fake.requests[0][2], b"")
        self.assertEqual(fake.lines(), ["POST /v1/questions/q_1/link", "POST /v1/sessions/a%2Fb%20c%C3%A9/tokens"])
        fake, client = self.fake(respond(201, made), problem(501, "links-off"))
        client.link("q_1", person="ada")
        self.assertEqual(fake.bodies(), [{"person": "ada"}])
        self.assertEqual(self.fails(lambda: client.link("q_1")).reason, "links-off")
        fake, _ = self.fake(respond(204))
        Client(fake.url + "/base/", "an-ask-key").acknowledge("q/../x")
        self.assertEqual(fake.lines(), ["POST /base/v1/questions/q%2F..%2Fx/acknowledgement"])


class Async(Case):
    """Cancelling withdraws a question."""

    def test_cancelling_withdraws(self) -> None:
        done = threading.Event()
        self.addCleanup(done.set)
        fake, client = self.fake(respond(201, OPEN), lambda _: done.wait(), respond(200, {"id": "q_1", "state": "withdrawn"}))

        async def run() -> None:
            task = asyncio.ensure_future(client.ask_async(PARAMS, session="chat", server="s"))
            await asyncio.to_thread(fake.wait_for_requests, 2)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            self.assertEqual(fake.lines()[2], "DELETE /v1/questions/q_1")

        asyncio.run(run())

    def test_cancelling_during_the_request_withdraws(self) -> None:
        go = threading.Event()
        self.addCleanup(go.set)

        def late(connection: socket.socket) -> None:
            go.wait()
            respond(201, OPEN)(connection)

        fake, client = self.fake(late, respond(200, {"id": "q_1", "state": "withdrawn"}))

        async def run() -> None:
            task = asyncio.ensure_future(client.ask_async(PARAMS, session="chat", server="s"))
            await asyncio.to_thread(fake.wait_for_requests, 1)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            go.set()
            await asyncio.to_thread(fake.wait_for_requests, 2)
            self.assertEqual(fake.lines()[1], "DELETE /v1/questions/q_1")

        asyncio.run(run())

    def test_cancelling_a_wait_changes_nothing(self) -> None:
        done = threading.Event()
        self.addCleanup(done.set)
        fake, client = self.fake(lambda _: done.wait())

        async def run() -> None:
            task = asyncio.ensure_future(client.wait_async("q_1"))
            await asyncio.to_thread(fake.wait_for_requests, 1)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        asyncio.run(run())
        self.assertEqual(len(fake.requests), 1)

    def test_many_at_the_same_time(self) -> None:
        # More questions than the executor of asyncio has threads wait at the same time.
        together = threading.Barrier(101)

        def meet(connection: socket.socket) -> None:
            together.wait(30)
            respond(200, ANSWERED)(connection)

        _, client = self.fake(*[meet] * 100)

        async def run() -> None:
            tasks = [client.ask_async(PARAMS, session="chat", server="s") for _ in range(100)]
            meeting = asyncio.to_thread(together.wait, 30)
            *results, _ = await asyncio.gather(*tasks, meeting)
            self.assertEqual(results, [ACCEPT] * 100)

        asyncio.run(run())

    def test_an_interrupt_withdraws(self) -> None:
        fake, client = self.fake(respond(201, OPEN), respond(200, {"id": "q_1", "state": "withdrawn"}))
        usual = client._send

        def interrupted(method: str, path: str, *rest: object, **more: object) -> object:
            if method == "GET":
                raise KeyboardInterrupt
            return usual(method, path, *rest, **more)

        client._send = interrupted
        with self.assertRaises(KeyboardInterrupt):
            self.ask(client)
        self.assertEqual(fake.lines()[1], "DELETE /v1/questions/q_1")


class RememberedApprovals(Case):
    """Approvals, with a server that fails each question which must not be asked."""

    approval = {"tool": {"name": "save", "description": "Saves", "arguments": {"n": 1}}, "scopes": ["once", "always"]}

    def setUp(self) -> None:
        parent = tempfile.TemporaryDirectory()
        self.addCleanup(parent.cleanup)
        self.folder = os.path.join(parent.name, "of", "ada")
        self.approvals = Approvals(self.folder)

    def decide(self, result: object, approval: object = None, server: object = "linear.example") -> tuple[object, int]:
        """Returns the decision, and how many questions were asked for it."""
        fake, client = self.fake(respond(200, {"id": "q", "state": "answered", "result": result}), problem(500, "asked-twice"))
        decision = client.approve(approval or self.approval, session="chat", server=server, approvals=self.approvals)
        return decision, len(fake.requests)

    def test_always_is_remembered(self) -> None:
        always = {"action": "accept", "scope": "always"}
        for other in ({"action": "accept", "scope": "once"}, {"action": "decline"}, {"action": "cancel"}, {"action": "accept", "scope": "session"}):
            self.assertEqual(self.decide(other), (other, 1))
        self.assertEqual(self.decide(always), (always, 1))
        other_arguments = self.approval | {"tool": self.approval["tool"] | {"arguments": {"n": 2}}}
        no = {"action": "decline"}
        for approval, server, asked in (
            (self.approval, "linear.example", 0), (self.approval, {"id": "linear.example", "title": "Linear"}, 0), (other_arguments, "linear.example", 0),
            (self.approval, "linear.example.evil", 1), (self.approval | {"scopes": ["once"]}, "linear.example", 1),
            ({"tool": self.approval["tool"]}, "linear.example", 1), ({"tool": {"name": "save"}, "scopes": ["always"]}, "linear.example", 1),
            (self.approval | {"tool": self.approval["tool"] | {"name": "save2"}}, "linear.example", 1),
            (self.approval | {"tool": self.approval["tool"] | {"description": "Saves, and mails it"}}, "linear.example", 1),
        ):
            with self.subTest(approval=approval, server=server):
                self.assertEqual(self.decide(no, approval, server), (no if asked else always, asked))
        # Another process has the same folder, and deleting the file takes the leave back.
        self.approvals = Approvals(self.folder)
        self.assertEqual(self.decide(no), (always, 0))
        [name] = os.listdir(self.folder)
        os.remove(os.path.join(self.folder, name))
        self.assertEqual(self.decide(no), (no, 1))

    def test_changed_arguments_are_part_of_it(self) -> None:
        changed = {"action": "accept", "scope": "always", "arguments": {"n": 2, "to": ["ada"]}}
        self.assertEqual(self.decide(changed), (changed, 1))
        no = {"action": "decline"}
        for arguments, asked in (({"n": 1}, 1), ({"to": ["ada"], "n": 2}, 0), ({"n": 2.0, "to": ["ada"]}, 1), ({"n": 2}, 1), ({"n": 2, "to": ["ada"], "x": None}, 1)):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.decide(no, self.approval | {"tool": self.approval["tool"] | {"arguments": arguments}})[1], asked)

    def test_asyncio(self) -> None:
        always = {"action": "accept", "scope": "always"}
        fake, client = self.fake(respond(200, {"id": "q", "state": "answered", "result": always}))
        for _ in range(2):
            result = asyncio.run(client.approve_async(self.approval, session="chat", server="s", approvals=self.approvals))
            self.assertEqual(result, always)
        self.assertEqual(len(fake.requests), 1)

    def test_damaged_files_allow_nothing(self) -> None:
        self.decide({"action": "accept", "scope": "always"})
        [name] = os.listdir(self.folder)
        path = os.path.join(self.folder, name)
        for text in (b"", b"{}", b"null"):
            with open(path, "wb") as file:
                file.write(text)
            self.assertEqual(self.decide({"action": "decline"})[1], 1)
        # A new leave replaces it.
        self.decide({"action": "accept", "scope": "always"})
        self.assertEqual(self.decide({"action": "decline"})[1], 0)

    @unittest.skipUnless(os.name == "posix", "Windows has no such modes")
    def test_modes(self) -> None:
        self.decide({"action": "accept", "scope": "always"})
        [name] = os.listdir(self.folder)
        self.assertEqual([os.stat(path).st_mode & 0o777 for path in (self.folder, os.path.join(self.folder, name))], [0o700, 0o600])
        for mode in (0o770, 0o702):
            os.chmod(self.folder, mode)
            with self.assertRaises(PermissionError):
                Approvals(self.folder)

    def test_a_decision_counts_that_cannot_be_written(self) -> None:
        always = {"action": "accept", "scope": "always"}
        os.rmdir(self.folder)
        with self.assertWarns(RuntimeWarning):
            self.assertEqual(self.decide(always), (always, 1))


class Webhooks(unittest.TestCase):
    secret = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
    body = json.dumps({"type": "question.answered", "timestamp": "2026-12-01T00:00:00.000Z", "data": ANSWERED}).encode()

    def headers(self, when: float = 0, id: str = "msg_1", key: bytes = b"0123456789abcdef0123456789abcdef") -> dict[str, str]:
        stamp = str(int(time.time() + when))
        signature = base64.b64encode(hmac.digest(key, f"{id}.{stamp}.".encode() + self.body, hashlib.sha256)).decode()
        return {"Webhook-Id": id, "WEBHOOK-TIMESTAMP": stamp, "webhook-signature": "v1," + signature}

    def test_the_example_of_standard_webhooks(self) -> None:
        # https://github.com/standard-webhooks/standard-webhooks: the values of its libraries' tests.
        headers = {"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
                   "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="}
        with self.assertRaises(ElicitationError) as raised:
            verify_webhook(headers, b'{"test": 2432232314}', "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", tolerance=1e12)
        self.assertEqual(raised.exception.reason, "not-an-event")

    def test_what_the_server_has_signed(self) -> None:
        event = verify_webhook(self.headers(), self.body, self.secret)
        self.assertEqual((event.id, event.type, event.question.result), ("msg_1", "question.answered", ACCEPT))
        headers = self.headers()
        headers["webhook-signature"] = "v1a,xyz v1,AAAA " + headers["webhook-signature"]
        self.assertEqual(verify_webhook(headers, self.body, self.secret), event)

    def test_what_it_has_not(self) -> None:
        usual = self.headers()
        for reason, headers, body in (
            ("wrong-signature", usual, self.body + b" "), ("wrong-signature", usual | {"Webhook-Id": "msg_2"}, self.body),
            ("wrong-signature", self.headers(key=b"another"), self.body), ("wrong-signature", usual | {"webhook-signature": "v1,"}, self.body),
            ("wrong-signature", usual | {"webhook-signature": usual["webhook-signature"][3:]}, self.body),
            ("wrong-signature", usual | {"webhook-signature": "v1,ä\udcff"}, self.body), ("wrong-time", self.headers(-400), self.body),
            ("wrong-time", self.headers(400), self.body), ("header-malformed", usual | {"WEBHOOK-TIMESTAMP": "-1"}, self.body),
            ("header-malformed", usual | {"WEBHOOK-TIMESTAMP": "9" * 5000}, self.body), ("header-malformed", usual | {"WEBHOOK-TIMESTAMP": "１"}, self.body),
            ("header-malformed", usual | {"webhook-signature": "v1, " * 2000}, self.body), ("header-missing", {"Webhook-Id": "msg_1"}, self.body),
        ):
            with self.subTest(reason=reason), self.assertRaises(ElicitationError) as raised:
                verify_webhook(headers, body, self.secret)
            self.assertEqual((raised.exception.code, raised.exception.reason), ("webhook", reason))
        for secret in ("", "whsec_", "whsec_é", "whsec_AAAA", "whsec_****************************"):
            with self.assertRaises(ValueError):
                verify_webhook(usual, self.body, secret)


class Params:
    """Is what pydantic makes of the params of a request."""

    message = "How many?"

    def model_dump(self, *, mode: str, by_alias: bool, exclude_unset: bool) -> dict[str, object]:
        assert mode == "json" and by_alias and exclude_unset
        return PARAMS


class Record:
    def __init__(self, **members: object) -> None:
        self.members = members


class Callbacks(Case):
    """The callbacks, with stand-ins that have the names which were read in the libraries."""

    def setUp(self) -> None:
        mcp, fastmcp, client, elicitation = (types.ModuleType(n) for n in ("mcp", "fastmcp", "fastmcp.client", "fastmcp.client.elicitation"))
        self.types = types.ModuleType("mcp.types")
        self.types.ElicitResult, self.types.ErrorData = type("ElicitResult", (Record,), {}), type("ErrorData", (Record,), {})
        mcp.types = self.types
        elicitation.ElicitResult = type("ElicitResult", (Record,), {})
        modules = {m.__name__: m for m in (mcp, self.types, fastmcp, client, elicitation)}
        sys.modules.update(modules)
        self.addCleanup(lambda: [sys.modules.pop(name) for name in modules])

    def test_the_official_sdk(self) -> None:
        fake, client = self.fake(
            respond(200, ANSWERED), respond(200, {"id": "q", "state": "expired", "error": {"code": "expired", "rpcCode": -32603}}),
            problem(501, "links-off", title="Links need a public URL with https.", flag="--public-url"))
        callback = elicitform.mcp_callback(client, session="chat", server="s", review="short")
        result = asyncio.run(callback(None, Params()))
        self.assertEqual((type(result).__name__, result.members), ("ElicitResult", ACCEPT))
        self.assertEqual((fake.bodies()[0]["params"], fake.bodies()[0]["review"]), (PARAMS, "short"))
        error = asyncio.run(callback(None, Params()))
        self.assertEqual((type(error).__name__, error.members), ("ErrorData", {"code": -32603, "message": "elicitation: expired"}))
        # The settings of elicitform-server are not for an MCP server.
        error = asyncio.run(callback(None, Params()))
        self.assertEqual(error.members["message"], "elicitation: request (links-off)")

    def test_fastmcp_and_pydantic_ai(self) -> None:
        for make in (elicitform.fastmcp_handler, elicitform.pydantic_ai_handler):
            _, client = self.fake(respond(200, {"id": "q", "state": "answered", "result": {"action": "decline"}}), problem(403, "session-not-allowed"))
            handler = make(client, session="chat", server="s")
            result = asyncio.run(handler("How many?", dict, Params(), None))
            self.assertEqual((type(result).__name__, result.members), ("ElicitResult", {"action": "decline"}))
            with self.assertRaises(ElicitationError):
                asyncio.run(handler("How many?", dict, Params(), None))


if __name__ == "__main__":
    unittest.main()
