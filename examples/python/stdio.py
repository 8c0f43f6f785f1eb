# A client of the Model Context Protocol over stdio, which knows nothing of forms. Yours is that of a library.
import asyncio
import contextlib
import itertools
import json

REVISION = "2025-11-25"


class Connection:
    def __init__(self, process, handlers):
        self.process, self.handlers = process, handlers
        self.ids, self.replies, self.asked = itertools.count(), {}, {}

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    async def request(self, method, params):
        """Makes a request. Cancelled, it tells the server, and what the server has asked meanwhile is given up."""
        id = next(self.ids)
        reply = self.replies[id] = asyncio.get_running_loop().create_future()
        self.send({"id": id, "method": method, "params": params})
        try:
            return await reply
        except asyncio.CancelledError:
            self.send({"method": "notifications/cancelled", "params": {"requestId": id}})
            raise
        finally:
            del self.replies[id]

    async def read(self):
        async for line in self.process.stdout:
            message = json.loads(line)
            id, method, params = message.get("id"), message.get("method"), message.get("params", {})
            if method is None:
                self.resolve(self.replies.get(id), message)
            elif id is not None:
                self.asked[id] = asyncio.create_task(self.answer(id, method, params))
            elif method == "notifications/cancelled" and params.get("requestId") in self.asked:
                self.asked[params["requestId"]].cancel()
        for reply in self.replies.values():
            self.resolve(reply, {"error": {"message": "the server has ended"}})

    def resolve(self, reply, message):
        if reply is None or reply.done():
            return
        if "error" in message:
            reply.set_exception(RuntimeError(message["error"]["message"]))
        else:
            reply.set_result(message["result"])

    async def answer(self, id, method, params):
        """Answers a request of the server: with an error where there is no result, and with nothing where it is given up."""
        try:
            if method not in self.handlers:
                reply = {"error": {"code": -32601, "message": "there is no method " + method}}
            else:
                reply = {"result": await self.handlers[method](params)}
        except Exception as error:
            reply = {"error": {"code": getattr(error, "rpc_code", -32603), "message": str(error)}}
        finally:
            del self.asked[id]
        self.send({"id": id, **reply})


@contextlib.asynccontextmanager
async def connect(command, capabilities, handlers):
    """Starts a server, and ends it. handlers: for its requests, by their methods."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=1 << 22)
    server = Connection(process, handlers)
    reader = asyncio.create_task(server.read())
    try:
        about = {"protocolVersion": REVISION, "clientInfo": {"name": "python-chat", "version": "1.0.0"}, "capabilities": capabilities}
        await server.request("initialize", about)
        server.send({"method": "notifications/initialized"})
        yield server
    finally:
        for task in list(server.asked.values()):
            task.cancel()
        await asyncio.gather(*server.asked.values(), return_exceptions=True)
        reader.cancel()
        process.terminate()
        await process.wait()
