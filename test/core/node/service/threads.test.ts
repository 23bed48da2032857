import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Name, Output } from "../../../../core/api/client-types.ts";
import { type Call, dispatch } from "../../../../core/api/dispatch.ts";
import { ok, refused, type Send, sendOverHttp, sendOverIpc } from "../../../contract/send.ts";
import { startTestHost, type TestHost } from "../../../support/test-host.ts";

// Threads compete with whatever else the machine does.
vi.setConfig({ testTimeout: 120_000 });

/** With the compiled threads, as they are shipped. */
let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ threads: 2 });
});
afterAll(() => host.end());

const sends: Record<string, Send> = {
  ipc: sendOverIpc(() => host),
  http: sendOverHttp(() => host),
};
const http = sends.http as Send;

async function finished(id: string): Promise<Output<"app.jobs">[number]> {
  for (;;) {
    const [job] = await ok(http, "app.jobs", { id });
    if (job !== undefined && job.endedAt !== null) return job;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe.each(Object.keys(sends))("calls that leave the main thread over %s", (transport) => {
  const send: Send = (name, args) => (sends[transport] as Send)(name, args);

  it("answer as they do on the main thread", async () => {
    const inline = await startTestHost();
    const calls: [Name, Record<string, unknown>][] = [
      ["terms.contexts", { term: "apple", get_fingerprint: true }],
      ["text.keywords", { text: "the river bank and the wild jaguar" }],
      ["text.language", { text: "I have a dream!" }],
      ["expressions.similarBulk", { body: [{ term: "apple" }, { text: "river bank" }] }],
      ["image.bulk", { body: [{ term: "apple" }] }],
      ["app.explore", { expression: { term: "bank" } }],
      ["text.fingerprint", { text: "apple ".repeat(20_000) }],
    ];
    for (const [name, args] of calls)
      expect(await ok(send, name, args)).toEqual(
        await ok(
          sendOverIpc(() => inline),
          name,
          args,
        ),
      );
    await inline.end();
  });

  it("carry errors back whole", async () => {
    expect(
      await refused(send, "expressions.contexts", { body: { term: "bananna" } }),
    ).toMatchObject({
      code: "unknown-term",
      details: { suggestions: expect.arrayContaining(["banana"]) },
    });
    expect(await refused(send, "text.bulk", { body: 7 })).toMatchObject({ code: "bad-input" });
  });

  it("let short calls through while they run", async () => {
    const free = occupyThread(host);
    const body = Array.from({ length: 300 }, (_, i) => ({
      text: `the apple tree ${i} by the river`,
    }));
    const bulk = ok(send, "text.bulk", { body });
    for (let round = 0; round < 4; round++) {
      await ok(send, "text.fingerprint", { text: "apple" });
      await ok(send, "terms.contexts", { term: "apple" });
    }
    // Fails unless the call that occupies the thread is still running.
    await free();
    expect(await bulk).toHaveLength(300);
  });
});

it("answers inline calls while every thread is busy, and pool calls afterwards", async () => {
  const single = await startTestHost({ threads: 1 });
  onTestFinished(() => single.end());
  const ask = sendOverHttp(() => single);
  await single.service.ready();
  const text = "the apple tree by the river ".repeat(400_000);
  const free = occupyThread(single, { name: "text.slices", args: { text } });
  let isAnswered = false;
  const contexts = ok(ask, "terms.contexts", { term: "apple" }).finally(() => {
    isAnswered = true;
  });
  while ((await ok(ask, "app.health", {})).waiting === 0)
    await ok(ask, "terms.similar", { term: "apple" });
  expect(isAnswered).toBe(false);
  await free();
  expect(await contexts).toEqual(await ok(http, "terms.contexts", { term: "apple" }));
});

const BULK = {
  name: "text.bulk",
  args: {
    body: Array.from({ length: 20_000 }, (_, i) => ({ text: `the apple tree ${i} `.repeat(20) })),
  },
} as const;

/** Keeps a thread of a host busy until the function that is answered is called. */
function occupyThread(
  { service }: TestHost,
  call: Pick<Call, "name" | "args"> = BULK,
): () => Promise<void> {
  const controller = new AbortController();
  const reply = dispatch(service.handlers, { ...call, signal: controller.signal });
  return async () => {
    controller.abort();
    expect(await reply).toMatchObject({ ok: false, error: { code: "cancelled" } });
  };
}

describe("tasks", () => {
  it("are refused at once for input that they cannot work on", async () => {
    const wrong = [
      { kind: "nonsense" },
      { kind: "import", name: "Bad Name!", paths: ["x"] },
      { kind: "train", name: "Bad Name", paths: ["x"] },
      { kind: "train", name: "ok", paths: ["x"], options: { nope: 1 } },
    ];
    for (const input of wrong)
      expect(await refused(http, "app.jobStart", { input })).toMatchObject({ code: "bad-input" });
    const input = { kind: "import", name: "own", paths: ["x"] };
    expect(await refused(http, "app.jobStart", { retina_name: "nope", input })).toMatchObject({
      code: "unknown-retina",
    });
  });

  it("fail with the reason of their work", async () => {
    const input = { kind: "train", name: "own", paths: [`${host.folder}/nothing-here`] };
    const { id } = await ok(http, "app.jobStart", { input });
    expect(await finished(id)).toMatchObject({ state: "failed", error: { code: "bad-corpus" } });
  });
});
