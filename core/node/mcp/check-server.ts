import { SOCKET } from "../http/service-address.ts";
import type { Answering } from "./answering.ts";
import type { Tool } from "./tool.ts";
import { describe } from "./tools/describe.ts";

/** What an assistant would see, for a person: where answers come from, the tools, and the first answer. */
export async function checkServer(
  answering: Answering,
  tools: readonly Tool[],
): Promise<{ readonly from: string; readonly tools: readonly Tool[]; readonly described: string }> {
  const service = await answering.service();
  const { signal } = new AbortController();
  const { text } = await describe.run(
    {},
    {
      ask: (name, args) => answering.ask(name, args, signal),
      author: "",
      keep: () => "",
    },
  );
  return { from: wordsFor(service), tools, described: text };
}

function wordsFor(service: string | undefined): string {
  if (service === undefined) return "an engine of its own, since no service is running";
  return service.startsWith(SOCKET)
    ? "the desktop application, which is open"
    : `the service at ${service}`;
}
