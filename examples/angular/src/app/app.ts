import { afterNextRender, Component, CUSTOM_ELEMENTS_SCHEMA, signal } from "@angular/core";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ElicitRequestParams, ElicitResult } from "elicitform";
import "elicitform/element";

type Asked = { params: ElicitRequestParams; options: { signal: AbortSignal }; answer(result: ElicitResult): void; fail(error: Error): void };

@Component({
  selector: "app-root",
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <button [disabled]="!ready()" (click)="use('book')">Book a table</button>
    <button (click)="call?.abort()">Stop</button>
    @for (ask of asked(); track ask) {
      <elicitation-form frame-url="/elicitform/index.html" server="restaurant.example" [request]="ask.params" [requestOptions]="ask.options"
        (elicitform-result)="ask.answer($event.detail)" (elicitform-failure)="ask.fail($event.detail)"></elicitation-form>
    }
    <output>{{ said() }}</output>
  `,
})
export class App {
  private readonly client = new Client({ name: "angular-chat", version: "1.0.0" }, { capabilities: { elicitation: { form: {}, url: {} } } });
  protected readonly asked = signal<Asked[]>([]);
  protected readonly ready = signal(false);
  protected readonly said = signal("");
  protected call?: AbortController;

  constructor() {
    this.client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) => new Promise<ElicitResult>((answer, fail) => {
      // The form closes when the server withdraws its request, or when the call is stopped that has caused it.
      const options = { signal: AbortSignal.any([mcpReq.signal, this.call!.signal]) };
      this.asked.update((asked) => [...asked, { params, options, answer, fail }]);
    }));
    const transport = () => new StreamableHTTPClientTransport(new URL("/mcp", location.href));
    afterNextRender(() => this.client.connect(transport()).then(() => this.ready.set(true)));
  }

  protected async use(name: string) {
    this.call = new AbortController();
    const result = this.client.callTool({ name }, { signal: this.call.signal, timeout: 3_600_000 });
    this.said.set(await result.then(({ content }) => content.map((part) => (part.type === "text" ? part.text : "")).join(), () => "Stopped"));
  }
}
