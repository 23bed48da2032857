import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Args, Name, Output } from "../../../../core/api/client-types.ts";
import { dispatch } from "../../../../core/api/dispatch.ts";
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

async function finished(id: string, send: Send = http): Promise<Output<"app.job">> {
  for (;;) {
    const job = await ok(send, "app.job", { id });
    if (job.endedAt !== null) return job;
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
    expect(await bulk).toHaveLength(300);
    // Refuses unless what occupies the thread was still under way.
    await free();
  });
});

describe.each(Object.keys(sends))("what costs more than its body shows over %s", (transport) => {
  const send: Send = (name, args) => (sends[transport] as Send)(name, args);
  const list = <T>(length: number, item: (i: number) => T) =>
    Array.from({ length }, (_, i) => item(i));
  const many = { max_results: 1000, get_fingerprint: true };
  const texts = list(60, (i) => ({ text: `apple ${i}` }));
  const calls: [Name, Record<string, unknown>][] = [
    ["terms.list", many],
    ["terms.similar", { term: "apple", ...many }],
    ["expressions.similar", { body: { term: "apple" }, ...many }],
    ["expressions.evaluate", { body: { or: texts } }],
    ["compare.pair", { body: [{ and: texts }, { term: "apple" }] }],
    ["compare.bulk", { body: list(100, () => [{ term: "apple" }, { term: "fruit" }]) }],
    ["expressions.evaluateBulk", { body: list(200, () => ({ term: "apple" })) }],
    ["app.evaluate", { expression: { or: list(100, (i) => ({ term: `zzq${i}` })) } }],
  ];

  it("waits for a thread, and short calls do not wait for it", async () => {
    const single = await startTestHost({ threads: 1 });
    onTestFinished(() => single.end());
    const transports = { ipc: sendOverIpc(() => single), http: sendOverHttp(() => single) };
    const ask = transports[transport as keyof typeof transports];
    await single.service.ready();
    const free = occupyThread(single);
    let answered = 0;
    const replies = calls.map(async ([name, args]) => {
      const reply = await ask(name, args);
      answered++;
      return reply;
    });
    while (answered === 0 && (await ok(ask, "app.health", {})).waiting < calls.length)
      await ok(ask, "expressions.evaluate", { body: { term: "apple" } });
    expect(answered).toBe(0);
    await free();
    const elsewhere = await Promise.all(calls.map(([name, args]) => send(name, args)));
    expect(await Promise.all(replies)).toEqual(elsewhere);
  });
});

/** Keeps a thread of a host busy until the function that is answered is called. */
function occupyThread({ service }: TestHost): () => Promise<void> {
  const controller = new AbortController();
  const body = Array.from({ length: 20_000 }, (_, i) => ({
    text: `the apple tree ${i} `.repeat(20),
  }));
  const call = { name: "text.bulk", args: { body }, signal: controller.signal } as const;
  const reply = dispatch(service.handlers, call);
  return async () => {
    controller.abort();
    expect(await reply).toMatchObject({ ok: false, error: { code: "cancelled" } });
  };
}

describe("tasks", () => {
  const pairsOf = (texts: readonly string[]) => ({
    kind: "compareBulk" as const,
    items: texts.map((text) => ({ text })),
    pairs: "one-to-many" as const,
  });
  const start = (input: Args<"app.jobStart">["input"], send: Send = http) =>
    ok(send, "app.jobStart", { input });

  it.each(Object.keys(sends))(
    "compare many texts with progress, started over %s",
    async (transport) => {
      const send = sends[transport] as Send;
      const texts = Array.from({ length: 1100 }, (_, i) =>
        i % 3 === 0 ? "zzqx" : `sweet pear ${i}`,
      );
      const { id } = await start({ ...pairsOf(["sweet apple", ...texts]), title: "Fruit?" }, send);
      const job = await finished(id);
      expect(job).toMatchObject({
        state: "done",
        title: "Fruit?",
        rows: 1100,
        fraction: 1,
        error: null,
      });
      const page = await ok(send, "app.jobResult", { id, offset: 998, limit: 4 });
      expect(page.total).toBe(1100);
      expect(page.compared.map(({ right }) => right)).toEqual([999, 1000, 1001, 1002]);
      expect(page.compared.map(({ metrics }) => metrics === null)).toEqual([
        false,
        true,
        false,
        false,
      ]);
      expect((await ok(send, "app.jobResult", { id, offset: 1100 })).compared).toEqual([]);
      expect((await ok(send, "app.jobs", {}))[0]?.id).toBe(id);
    },
  );

  it("compare all pairs; an item that fails spoils only its own", async () => {
    const items = [{ term: "apple" }, { term: "zzz" }, { term: "fruit" }];
    const { id } = await start({ kind: "compareBulk", items, pairs: "all" });
    await finished(id);
    const { compared } = await ok(http, "app.jobResult", { id });
    expect(compared.map(({ left, right, error }) => [left, right, error === null])).toEqual([
      [0, 1, false],
      [0, 2, true],
      [1, 2, false],
    ]);
    expect(compared[1]?.metrics).toEqual(
      await ok(http, "compare.pair", { body: [items[0], items[2]] }),
    );
  });

  it("keep what was done when they are stopped", async () => {
    const texts = Array.from({ length: 99_999 }, (_, i) => `the apple tree ${i} by the river bank`);
    const { id } = await start(pairsOf(["sweet apple", ...texts]));
    while ((await ok(http, "app.job", { id })).rows === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const stopped = await ok(http, "app.jobCancel", { id });
    expect(stopped).toMatchObject({ state: "cancelled" });
    expect(stopped.rows).toBeGreaterThan(0);
    expect(stopped.rows).toBeLessThan(99_999);
    const { total, compared } = await ok(http, "app.jobResult", { id, limit: 10_000 });
    expect(compared).toHaveLength(Math.min(10_000, total));
  });

  it("are refused at once for input that they cannot work on", async () => {
    const wrong = [
      { kind: "compareBulk", items: [], pairs: "all" },
      { kind: "nonsense" },
      { kind: "compareBulk", items: [{ term: "a" }], pairs: [[0, 5]] },
      { kind: "train", name: "Bad Name", paths: ["x"] },
      { kind: "train", name: "ok", paths: ["x"], options: { nope: 1 } },
    ];
    for (const input of wrong)
      expect(await refused(http, "app.jobStart", { input })).toMatchObject({ code: "bad-input" });
    const input = pairsOf(["a", "b"]);
    expect(await refused(http, "app.jobStart", { retina_name: "nope", input })).toMatchObject({
      code: "unknown-retina",
    });
  });

  it("fail with the reason of their work", async () => {
    const input = { kind: "train", name: "own", paths: [`${host.folder}/nothing-here`] } as const;
    const { id } = await start({ ...input, paths: [...input.paths] });
    expect(await finished(id)).toMatchObject({ state: "failed", error: { code: "bad-corpus" } });
  });
});
