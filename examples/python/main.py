# The backend of a chat: it has an MCP client, and what a server asks is shown on the page by elicitform-server.
import asyncio
import os

import stdio
import web
from elicitform import Client

SERVER = ["node", "node_modules/@modelcontextprotocol/server-everything/dist/index.js", "stdio"]
elicitform = Client(os.environ["ELICITFORM_URL"], os.environ["ELICITFORM_KEY"])


# Calls a tool. Where the page gives up, this task is cancelled, and the question is taken back.
async def call(session: str) -> str:
    async def ask(params: dict) -> dict:
        return await elicitform.ask_async(params, session=session, server="everything.example", deadline=600)

    async with stdio.connect(SERVER, {"elicitation": {"form": {}, "url": {}}}, {"elicitation/create": ask}) as server:
        result = await server.request("tools/call", {"name": "trigger-elicitation-request", "arguments": {}})
        return "\n".join(part["text"] for part in result["content"])


# What the page needs to show the questions of its chat, and of no other one.
async def token(session: str) -> str:
    return (await asyncio.to_thread(elicitform.token, session)).token


async def page(session: str) -> str:
    with open("public/index.html", encoding="utf-8") as file:
        return file.read().replace("ELICITFORM_URL", os.environ["ELICITFORM_URL"])


asyncio.run(web.serve(int(os.environ["PORT"]), {"POST /call": call, "GET /token": token, "GET /": page}))
