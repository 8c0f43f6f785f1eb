import { afterNextRender, Component, CUSTOM_ELEMENTS_SCHEMA, ElementRef, signal, viewChild } from "@angular/core";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { interceptElicitations } from "elicitform";
import "elicitform/element";
import type { ElicitationFormElement } from "elicitform/element";

@Component({
  selector: "app-root",
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <button [disabled]="!ready()" (click)="use('book')">Book a table</button>
    <button (click)="call?.abort()">Stop</button>
    <elicitation-form #form frame-url="/elicitform/index.html"></elicitation-form>
    <output>{{ said() }}</output>
  `,
})
export class App {
  private readonly form = viewChild.required<ElementRef<ElicitationFormElement>>("form");
  private readonly client = new Client({ name: "angular-chat", version: "1.0.0" }, { capabilities: { elicitation: { form: {}, url: {} } } });
  protected readonly ready = signal(false);
  protected readonly said = signal("");
  protected call?: AbortController;

  constructor() {
    afterNextRender(async () => {
      const transport = new StreamableHTTPClientTransport(new URL("/mcp", location.href));
      await this.client.connect(interceptElicitations(transport, this.form().nativeElement, { server: { id: "restaurant.example" } }));
      this.ready.set(true);
    });
  }

  protected async use(name: string) {
    this.call = new AbortController();
    const result = this.client.callTool({ name }, { signal: this.call.signal, timeout: 3_600_000 });
    this.said.set(await result.then(({ content }) => content.map((part) => (part.type === "text" ? part.text : "")).join(), () => "Stopped"));
  }
}
