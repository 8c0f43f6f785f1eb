// An asker whose types and paths come from the OpenAPI document: openapi-typescript writes them.

import createClient from "openapi-fetch";
import type { components, paths } from "./generated.js";

const [, , baseUrl, key] = process.argv;
const client = createClient<paths>({ baseUrl: baseUrl!, headers: { authorization: `Bearer ${key}` } });

type Question = components["schemas"]["Question"];

const asked = await client.POST("/v1/questions", {
  body: { session: "chat", server: { id: "weather.example", title: "Weather" }, params: { message: "Go on?" }, parked: true, deadline: 3600 },
});
const id: string = asked.data!.id;
let question: Question | undefined;
do {
  question = (await client.GET("/v1/questions/{id}", { params: { path: { id }, query: { wait: 30 } } })).data;
} while (question?.state === "open");
const action: "accept" | "decline" | "cancel" | undefined = question?.result?.action;

const approval: components["schemas"]["Approval"] = { tool: { name: "save_comment", arguments: { body: "Done" } }, scopes: ["once", "session"] };
const approved = (await client.POST("/v1/questions", { body: { session: "chat", server: "agent", approval } })).data;
const scope: "once" | "session" | "always" | undefined = approved?.result?.scope;
// @ts-expect-error Nobody can allow a tool for an hour.
approval.scopes = ["hour"];

// @ts-expect-error The document knows no such member.
const typo = await client.POST("/v1/questions", { body: { sesion: "chat", server: "w", params: {} } });
console.log(JSON.stringify({ action, approval: approved?.state, scope, status: typo.response.status, reason: typo.error?.reason, member: typo.error?.member }));
