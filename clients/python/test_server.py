"""The client against elicitform-server.

ELICITFORM_URL and ELICITFORM_KEY name a running server that checks requests against the OpenAPI document. ELICITFORM_BINARY is the program,
which is killed and restarted. `go test -run TestPython ./cmd/elicitform-server` sets all of them.
"""

from __future__ import annotations

import asyncio
import http.server
import json
import os
import re
import socket
import subprocess
import threading
import unittest
import urllib.request
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

from elicitform import Client, ElicitationError, Question, verify_webhook

PARAMS = {"message": "How many?", "requestedSchema": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}}
ACCEPT = {"action": "accept", "content": {"n": 3}}
ASK_KEY, SECRET = "0123456789abcdef-of-python", "0123456789abcdef-of-the-server"


class Page:
    """A page of a session without a browser, on the wire of docs/relay.md."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.headers = url + "/relay", {"Authorization": "Bearer " + token}

    def watch(self, condition: Callable[[dict[str, dict[str, Any]]], bool]) -> dict[str, dict[str, Any]]:
        """Reads the stream of the session until the condition holds for its open questions. Events are at most 30 seconds apart."""
        request = urllib.request.Request(self.url, headers=self.headers | {"Accept": "text/event-stream"})
        open_questions = dict[str, dict[str, Any]]()
        with urllib.request.urlopen(request, timeout=30) as stream:
            for line in stream:
                if not line.startswith(b"data: "):
                    continue
                message = json.loads(line[6:])
                if message.get("full"):
                    open_questions.clear()
                for end in message.get("gone", []):
                    open_questions.pop(end["id"], None)
                open_questions |= {question["id"]: question for question in message.get("open", [])}
                if condition(open_questions):
                    return open_questions
        raise AssertionError("the stream has ended")

    def answer(self, *results: dict[str, Any]) -> None:
        """Waits for a question, and answers it."""
        for question in self.watch(lambda questions: len(questions) == 1).values():
            responses = [{"key": request.get("key", ""), "result": result} for request, result in zip(question["requests"], results)]
            body = {"id": question["id"], "fp": question["fp"], "nonce": uuid.uuid4().hex, "responses": responses}
            request = urllib.request.Request(self.url, json.dumps(body).encode(), self.headers | {"Content-Type": "application/json"})
            urllib.request.urlopen(request, timeout=30).close()


@unittest.skipUnless("ELICITFORM_URL" in os.environ, "no server: go test -run TestPython ./cmd/elicitform-server")
class Server(unittest.TestCase):
    def setUp(self) -> None:
        self.url = os.environ["ELICITFORM_URL"]
        self.client = Client(self.url, os.environ["ELICITFORM_KEY"])
        self.session = "é/" + self.id()
        self.page = Page(self.url, self.client.token(self.session, lifetime=600).token)
        self.names = {"session": self.session, "server": "weather.example"}

    def fails(self, code: str, work: Callable[[], object]) -> ElicitationError:
        with self.assertRaises(ElicitationError) as raised:
            work()
        self.assertEqual(raised.exception.code, code)
        return raised.exception

    def during(self, work: Callable[[], None]) -> Callable[[], None]:
        """Runs work in another thread, and returns a function that waits for its end."""
        failed = list[BaseException]()

        def run() -> None:
            try:
                work()
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()

        def end() -> None:
            thread.join(60)
            self.assertEqual((thread.is_alive(), failed), (False, []))

        return end

    def test_ask(self) -> None:
        for result in (ACCEPT, {"action": "decline"}, {"action": "cancel"}):
            end = self.during(lambda: self.page.answer(result))
            self.assertEqual(self.client.ask(PARAMS, **self.names, deadline=600, review="short"), result)
            end()

    def test_ask_all(self) -> None:
        requests = {name: {"method": "elicitation/create", "params": PARAMS} for name in ("b", "a")}
        end = self.during(lambda: self.page.answer(ACCEPT, {"action": "decline"}))
        responses = self.client.ask_all(requests, **self.names, wait_for_pages=True)
        end()
        self.assertEqual(responses, {"b": ACCEPT, "a": {"action": "decline"}})

    def test_approve(self) -> None:
        approval = {"tool": {"name": "save_comment", "arguments": {"issue": "ENG-1", "body": "Done"}}, "scopes": ["once", "session"], "reason": True,
                    "editable": {"type": "object", "properties": {"body": {"type": "string"}}}}
        results: list[dict[str, Any]] = [{"action": "accept", "scope": "session"}, {"action": "decline", "reason": "Too early"}, {"action": "cancel"},
                                         {"action": "accept", "scope": "once", "arguments": {"issue": "ENG-1", "body": "Thanks"}}]
        for result in results:
            end = self.during(lambda: self.page.answer(result))
            self.assertEqual(self.client.approve(approval, **self.names, deadline=600), result)
            end()
        end = self.during(lambda: self.page.answer(results[0]))
        self.assertEqual(asyncio.run(self.client.approve_async(approval, **self.names)), results[0])
        end()
        parked = self.client.park_approval(approval, **self.names, key="call 1")
        self.page.answer(results[1])
        self.assertEqual(self.client.fetch(parked.id).decision(), results[1])
        wrong = self.fails("invalid-request", lambda: self.client.approve({"tool": {}}, **self.names))
        self.assertEqual((wrong.reason, wrong.status, wrong.rpc_code), ("malformed-approval", 422, -32602))

    def test_ask_async(self) -> None:
        async def run() -> None:
            answered_task = asyncio.ensure_future(self.client.ask_async(PARAMS, **self.names))
            await asyncio.to_thread(self.page.answer, ACCEPT)
            self.assertEqual(await answered_task, ACCEPT)
            cancelled = asyncio.ensure_future(self.client.ask_async(PARAMS, **self.names))
            await asyncio.to_thread(self.page.watch, lambda questions: len(questions) == 1)
            cancelled.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await cancelled
            # The question is withdrawn before the task ends.
            await asyncio.to_thread(self.page.watch, lambda questions: not questions)

        asyncio.run(run())

    def test_park(self) -> None:
        deadline = datetime.now(timezone.utc) + timedelta(days=7)
        parked = self.client.park(PARAMS, **self.names, key="order 5", deadline=deadline)
        self.assertEqual(parked.state, "open")
        self.assertAlmostEqual((parked.deadline or deadline) - deadline, timedelta(), delta=timedelta(seconds=60))
        self.assertEqual(self.client.park(PARAMS, **self.names, key="order 5", deadline=deadline).id, parked.id)
        self.assertEqual(self.client.wait(parked.id, timeout=0).state, "open")
        self.assertEqual(self.fails("request", lambda: self.client.acknowledge(parked.id)).reason, "still-open")
        self.page.answer(ACCEPT)
        for question in (self.client.fetch(parked.id), self.client.wait(parked.id), asyncio.run(self.client.wait_async(parked.id))):
            self.assertEqual((question.state, question.decision()), ("answered", ACCEPT))
        self.client.acknowledge(parked.id)
        acknowledged = self.client.fetch(parked.id)
        self.assertEqual(acknowledged.state, "acknowledged")
        self.fails("acknowledged", acknowledged.decision)

    def test_park_all_and_resume(self) -> None:
        call = {"method": "tools/call", "params": {"name": "book", "arguments": {"n": 1}}}
        requests = {"a": {"method": "elicitation/create", "params": PARAMS}}
        parked = self.client.park_all(requests, **self.names, call=call, request_state="é")
        self.assertEqual(self.fails("request", lambda: self.client.resume(parked.id)).reason, "still-open")
        self.page.answer(ACCEPT)
        self.assertEqual(self.client.fetch(parked.id).decision(), {"a": ACCEPT})
        resumed = self.client.resume(parked.id)
        self.assertEqual(resumed["params"], call["params"] | {"inputResponses": {"a": ACCEPT}, "requestState": "é"})

    def test_ends_without_a_decision(self) -> None:
        parked = self.client.park(PARAMS, **self.names)
        self.assertEqual(self.client.withdraw(parked.id).state, "withdrawn")
        self.fails("withdrawn", self.client.wait(parked.id).decision)
        expired = self.fails("expired", lambda: self.client.ask(PARAMS, **self.names, deadline=0.2))
        self.assertEqual((expired.status, expired.rpc_code), (None, -32603))
        rejected = self.fails("request", lambda: self.client.ask([], **self.names))
        self.assertEqual((rejected.reason, rejected.status, rejected.member), ("wrong-type", 400, "params"))
        self.assertEqual(self.fails("request", lambda: self.client.fetch("q_unknown")).status, 404)
        self.assertEqual(self.fails("request", lambda: Client(self.url, "another-ask-key").fetch("q_1")).status, 401)
        self.assertEqual(self.fails("internal", lambda: [self.client.park({"message": m}, **self.names, key="k") for m in "ab"]).reason, "key-in-use")

    def test_pages_and_lists(self) -> None:
        self.client.finish_page(self.session, {"id": "weather.example"}, "e/1")
        self.assertEqual(self.client.failed_webhooks(), [])
        self.assertRegex(self.client.webhook_secret(), "^whsec_")
        for session in (".", "..", "a/../b", "%2F", "?", "#", "💬", "x" * 1024):
            self.assertRegex(self.client.token(session).token, "^v1")
        self.assertGreater(self.client.token(self.session).expires, datetime.now(timezone.utc) + timedelta(hours=11))

    def test_links(self) -> None:
        # This server makes no links without a public URL. test_faults.py has a reply.
        parked = self.client.park(PARAMS, **self.names)
        self.assertIn(self.fails("request", lambda: self.client.link(parked.id)).status, (404, 501))


class Receiver(http.server.BaseHTTPRequestHandler):
    """Records webhooks."""

    events: list[tuple[dict[str, str], bytes]]
    received: threading.Condition

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.received:
            self.events.append((dict(self.headers), body))
            self.received.notify_all()
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@unittest.skipUnless("ELICITFORM_BINARY" in os.environ, "no program: go test -run TestPython ./cmd/elicitform-server")
class Program(unittest.TestCase):
    """A program that is killed and restarted, and loses its questions, which are in memory."""

    def setUp(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.client = Client(self.url, ASK_KEY)
        self.names = {"session": "chat 1", "server": "weather.example"}
        self.start()
        # The secret does not change, so the token stays valid after a restart.
        self.page = Page(self.url, self.client.token("chat 1").token)

    def start(self, *arguments: str) -> None:
        environment = {"ELICITFORM_SECRET": SECRET, "ELICITFORM_ASK_KEYS": "python:" + ASK_KEY, "ELICITFORM_LOG_LEVEL": "error"}
        command = [os.environ["ELICITFORM_BINARY"], "--listen", f"127.0.0.1:{self.port}", *arguments]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)
        self.addCleanup(self.stop)
        assert self.process.stdout is not None
        self.assertRegex(self.process.stdout.readline().decode(), re.escape(self.url))

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def test_a_question_survives_restarts(self) -> None:
        async def run() -> None:
            task = asyncio.ensure_future(self.client.ask_async(PARAMS, **self.names, deadline=600))
            await asyncio.to_thread(self.page.watch, lambda questions: len(questions) == 1)
            for _ in range(2):
                self.stop()
                self.start()
                await asyncio.to_thread(self.page.watch, lambda questions: len(questions) == 1)
            self.assertFalse(task.done())
            await asyncio.to_thread(self.page.answer, ACCEPT)
            self.assertEqual(await task, ACCEPT)

        asyncio.run(run())

    def test_asks_when_the_server_is_back(self) -> None:
        self.stop()

        async def run() -> None:
            task = asyncio.ensure_future(self.client.ask_async(PARAMS, **self.names))
            self.start()
            await asyncio.to_thread(self.page.answer, {"action": "decline"})
            self.assertEqual(await task, {"action": "decline"})

        asyncio.run(run())

    def test_webhooks(self) -> None:
        events, received = list[tuple[dict[str, str], bytes]](), threading.Condition()
        handler = type("Handler", (Receiver,), {"events": events, "received": received})
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as receiver:
            threading.Thread(target=receiver.serve_forever, daemon=True).start()
            self.addCleanup(receiver.shutdown)
            hooks = f"http://127.0.0.1:{receiver.server_port}/hooks/"
            self.stop()
            self.start("--webhook-allow", hooks, "--webhook-private", "127.0.0.1")
            parked = self.client.park(PARAMS, **self.names, callback=hooks + "1")
            self.page.answer(ACCEPT)
            with received:
                self.assertTrue(received.wait_for(lambda: events, 60))
            headers, body = events[0]
            event = verify_webhook(headers, body, self.client.webhook_secret())
            self.assertEqual((event.type, event.question), ("question.answered", Question(parked.id, "answered", parked.deadline, ACCEPT)))
            with self.assertRaises(ElicitationError):
                verify_webhook(headers, body.replace(b"3", b"4"), self.client.webhook_secret())
            receiver.shutdown()


if __name__ == "__main__":
    unittest.main()
