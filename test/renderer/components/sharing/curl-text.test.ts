import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { curlText } from "../../../../renderer/components/sharing/curl-text.ts";

/** What curl would be sent, by a shell that has a curl of its own. */
function sentBy(command: string): string {
  const own = `curl() { for last; do :; done; if [ "$last" = "@-" ]; then cat; else printf "%s" "$last"; fi; }`;
  return execFileSync("bash", { input: `${own}\n${command}\n`, encoding: "utf8" });
}

const asked = (text: string) =>
  curlText({ name: "text.keywords", args: { text } }, "http://127.0.0.1:4729");

it("a shell hands curl the body as it is, also one that is too long for an argument", () => {
  const short = `it's "quoted" $HOME`;
  expect(asked(short)).not.toContain("<<");
  const long = `${short} `.repeat(20_000);
  for (const text of [short, long]) expect(JSON.parse(sentBy(asked(text)))).toBe(text);
});
