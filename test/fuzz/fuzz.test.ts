import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestHost, type TestHost } from "../support/test-host.ts";
import { runFuzz } from "./run-fuzz.ts";

let host: TestHost;
const unhandled: unknown[] = [];
const note = (cause: unknown) => void unhandled.push(cause);
beforeAll(async () => {
  process.on("unhandledRejection", note);
  host = await startTestHost({ threads: 2 });
});
afterAll(async () => {
  await host.end();
  process.off("unhandledRejection", note);
});

/** `npm run fuzz` sends a hundred thousand. */
it("answers 3,000 hostile requests without a fault, and is well afterwards", async () => {
  const { statuses, problems } = await runFuzz({
    url: host.url,
    apiKey: host.apiKey ?? "",
    count: 3000,
    seed: 20261121,
  });
  expect(problems).toEqual([]);
  expect(unhandled).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(100);
  expect(statuses.get(400)).toBeGreaterThan(1000);
  const health = await fetch(`${host.url}/rest/semascope/health`, {
    headers: { "api-key": host.apiKey ?? "" },
  });
  expect(await health.json()).toMatchObject({ status: "ok", waiting: 0 });
}, 120_000);
