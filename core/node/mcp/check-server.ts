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
  const from =
    service === undefined
      ? "an engine of its own, since no service is running"
      : `the service at ${service}`;
  return { from, tools, described: text };
}
