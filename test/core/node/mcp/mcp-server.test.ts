import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Handlers } from "../../../../core/api/client-types.ts";
import { runProgram } from "../../../../core/node/commands/run-program.ts";
import { ownMark } from "../../../../core/node/config/process.ts";
import { loadKey } from "../../../../core/node/http/api-key.ts";
import { openAssistantsDoor } from "../../../../core/node/http/assistants-door.ts";
import { createServer as createHost } from "../../../../core/node/http/create-server.ts";
import { announceAddress, announcedAddress } from "../../../../core/node/http/service-address.ts";
import { proofOf } from "../../../../core/node/http/service-proof.ts";
import { Sessions } from "../../../../core/node/http/sessions.ts";
import { startHost } from "../../../../core/node/http/start-host.ts";
import { Answering } from "../../../../core/node/mcp/answering.ts";
import type { JsonObject } from "../../../../core/node/workspace/workspace-files.ts";
import { WorkspaceStore } from "../../../../core/node/workspace/workspace-store.ts";
import { openEngine } from "../../../../electron/engine-host.ts";
import { makeExample, makeFilter } from "../../../../renderer/model/filters/make-filter.ts";
import { playTerminal } from "../../../support/play-terminal.ts";
import { makeTestFolder } from "../../../support/test-host.ts";
import { startAssistant } from "./assistant.ts";

const PROGRAM = path.resolve(import.meta.dirname, "../../../../dist/core/node/cli.js");
const FRUIT = `id,date,topic,text
a,2024-01-05,fruit,an apple and a pear
b,2024-01-06,fruit,a sweet banana and an apple
c,2024-02-07,cars,a fast car on the road
`;

let home: string;
let retinas: string[];
const directories = () => ({
  config: path.join(home, "config"),
  data: path.join(home, "data"),
});
beforeAll(async () => {
  home = await makeTestFolder();
  process.env.SEMASCOPE_HOME = home;
  retinas = ["--retinas", path.join(home, "retinas")];
  const file = path.join(home, "fruit.csv");
  await writeFile(file, FRUIT);
  await run("collection", "import", file, "--name", "fruit");
});
afterAll(async () => {
  await (await shared)?.client.close();
  delete process.env.SEMASCOPE_HOME;
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
});

const begun: Awaited<ReturnType<typeof startAssistant>>[] = [];
afterEach(async () => {
  for (const { client } of begun.splice(0)) await client.close();
});
async function assistant(options: Partial<Parameters<typeof startAssistant>[0]> = {}) {
  const { args = [], ...rest } = options;
  const started = await startAssistant({ home, args: [...retinas, ...args], ...rest });
  begun.push(started);
  return started;
}

let shared: ReturnType<typeof startAssistant> | undefined;
/** One for all tests that only ask: starting one takes three seconds of a processor. */
function reader(): ReturnType<typeof startAssistant> {
  shared ??= startAssistant({ home, args: retinas });
  return shared;
}

async function run(...args: string[]) {
  const { terminal, out, err } = playTerminal();
  const own = args[1] === "list" ? [] : retinas;
  const code = await runProgram([...args, ...own], terminal);
  if (code !== 0) throw new Error(err.join("\n"));
  return out.join("\n");
}

describe("semascope mcp", () => {
  it("speaks the newest revision of the protocol", async () => {
    const { client } = await reader();
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  });

  it("offers no tool that writes unless it is allowed", async () => {
    const { tools, refusal } = await reader();
    expect(tools.map(({ name }) => name)).not.toContain("label");
    const given = { collection: "fruit", filter: "f", marks: [{ id: "a", belongs: true }] };
    expect(await refusal("label", given)).toContain("--allow-labels");
    expect(JSON.parse(await run("collection", "list", "fruit", "--json")).labels).toEqual([]);
  });

  it("prints for a person what an assistant would see", async () => {
    const printed = await run("mcp", "--check");
    expect(printed).toContain("its own engine");
    expect(printed).toMatch(/^search +no +Rows of a collection/m);
    expect(printed).toContain("columns (date, type date), (topic, type text)");
    expect(printed).toContain("- fruit; state ready; rows 3;");
  });
});

describe("filters of the person", () => {
  it("are known by name, as they were saved last, while a window has them open", async () => {
    const fruit = makeFilter("Fruit", [
      makeExample("an apple and a pear", "positive"),
      makeExample("a banana", "positive"),
      makeExample("a fast car", "negative"),
    ]);
    const empty = makeFilter("Nothing yet");
    const window = new WorkspaceStore(path.join(home, "data", "workspace"));
    await window.load("window", true);
    const filters = { [fruit.id]: fruit, [empty.id]: { ...empty, place: 2 } };
    const save = (count: number, content: object) =>
      window.save({
        session: "window",
        base: 0,
        save: count,
        workspace: { version: 3, content } as unknown as JsonObject,
      });
    await save(1, { filters });
    const changed = { filters: { ...filters, [fruit.id]: { ...fruit, threshold: 0.2 } } };
    await save(2, changed);

    const { data, refusal } = await reader();
    expect(await data("describe")).toMatchObject({
      filters: [
        { name: "Fruit", belong: 2, not: 1, retina: null, canScore: true },
        { name: "Nothing yet", belong: 0, not: 0, canScore: false },
      ],
      leftOut: null,
    });
    const collection = "fruit";
    const made = await data<{ positions: number[]; over: number; rows: { id: string }[] }>(
      "filter",
      { collection, category: "fruit" },
    );
    expect(made).toMatchObject({
      category: "Fruit",
      own: { version: 1 },
      threshold: 0.2,
      examples: { belong: 2, not: 1 },
    });
    const byCells = { collection, like: `[${made.positions.join(",")}]` };
    const all = await data<{ rows: { id: string; closeness: number }[] }>("search", byCells);
    const over = all.rows.filter(({ closeness }) => closeness >= 0.2);
    expect(over.map(({ id }) => id)).toEqual(["b", "a"]);
    expect([made.over, made.rows.map(({ id }) => id)]).toEqual([2, ["b", "a"]]);
    expect(await data("search", { collection, filter: "FRUIT" })).toMatchObject({
      query: { like: "filter Fruit", least: 0.2 },
      total: 2,
      rows: over,
    });
    const [surest] = all.rows;
    for (const [least, rows] of [[0, all.rows] as const, [surest?.closeness, [surest]] as const])
      expect(await data("search", { collection, filter: "Fruit", least })).toMatchObject({
        total: rows.length,
        rows,
      });
    expect(await data("summarise", { collection, filter: "Fruit" })).toMatchObject({ rows: 2 });
    expect(
      await data("difference", { collection, a: { filter: "Fruit" }, b: { words: "car" } }),
    ).toMatchObject({ rows: { a: 2, b: 1 } });

    const refused: [string, object, string][] = [
      [
        "search",
        { filter: "Fruits" },
        "There is no filter “Fruits”; there are: Fruit, Nothing yet",
      ],
      ["search", { filter: "../workspace.json" }, "There is no filter “../workspace.json”"],
      ["search", { filter: "__proto__" }, "There is no filter “__proto__”"],
      ["search", { filter: "Fruit", like: "apple" }, "not both"],
      ["search", { filter: "Nothing yet" }, "has no text that belongs yet"],
      ["search", { filter: "x".repeat(2000) }, "1000"],
      ["filter", { category: "Fruits" }, "there are: Fruit, Nothing yet. Give at least one row"],
      ["filter", { category: "Nothing yet" }, "has no text that belongs yet"],
    ];
    for (const [tool, given, words] of refused)
      expect([given, await refusal(tool, { collection, ...given })]).toEqual([
        given,
        expect.stringContaining(words),
      ]);
    // The window still has it.
    expect(await save(3, changed)).toMatchObject({ revision: 3 });
    await window.release("window");
  });
});

describe("hostile arguments", () => {
  it("get a sentence that names the field, and harm nobody", async () => {
    const { refusal, data } = await reader();
    const collection = "fruit";
    const refused: [string, object, string][] = [
      ["explore", {}, "“what” is missing"],
      ["explore", { what: "   " }, "“what” is empty"],
      ["explore", { what: 7 }, "“what” must be a string, not 7"],
      ["explore", { what: "apple", limit: 1e9 }, "“limit” must be at most 100"],
      [
        "explore",
        { what: "apple", retina: "../../etc" },
        "“retina”: No retina is called “../../etc”",
      ],
      ["explore", { what: "apple & appel" }, "no term “appel”"],
      ["explore", { what: "@saved" }, "no form that the service accepts"],
      ["explore", { what: "[99999]" }, "None of the words"],
      ["explore", { what: "(".repeat(5000) }, "None of the words"],
      ["search", { collection: "../../../etc/passwd" }, "No collection is called"],
      ["search", { collection: "__proto__" }, "No collection is called"],
      ["search", { collection, wheer: [] }, "This call has no “wheer”; there are: collection"],
      ["search", { collection, where: [{ column: "topic" }] }, "“where[0]” needs one column"],
      [
        "search",
        { collection, where: [{ column: "date", from: "soon" }] },
        "“where[0].from” must be",
      ],
      ["search", { collection, sort: { column: "none" } }, "“sort.column”: there is no “none”"],
      ["search", { collection, like: "xqzzq" }, "“like”: None of the words"],
      ["explore", { what: "apple", sense: 99 }, "“sense”: There is no context 99"],
      ["compare", { left: "apple", right: "apple & appel" }, "“right”: The retina"],
      [
        "difference",
        { collection, a: {}, b: { where: [{ column: "none", equals: 1, not: true }] } },
        "“b.where[0].column”: there is no “none”",
      ],
      [
        "picture",
        { collection, rows: { where: [{ column: "none", equals: 1 }], any: true } },
        "“rows.where[0].column”: there is no “none”",
      ],
      ["search", { collection, where: [{ column: "'; DROP", equals: 1 }] }, "no “'; DROP”"],
      ["search", { collection, least: 0.5 }, "“least” needs “like” beside it"],
      ["search", { collection, offset: 10_000_000 }, "first 10000 rows"],
      ["summarise", { collection, columns: ["none"] }, "“columns”: there is no “none”"],
      [
        "difference",
        { collection, a: {}, other: "none" },
        "“other”: No collection is called “none”",
      ],
      ["filter", { collection, category: "x" }, "Give at least one row"],
      ["filter", { collection, category: "x", belong: ["zz"] }, "has no row “zz”"],
      ["picture", {}, "Give “what” to draw"],
      ["picture", { what: "apple", collection }, "not both"],
      // More than the protocol's library lets through by itself.
      ["read", { text: "x".repeat(11 * 2 ** 20) }, "at most 200000 characters"],
      ["nothing", {}, "There is no tool “nothing”"],
    ];
    for (const [tool, given, words] of refused)
      expect([tool, given, await refusal(tool, given)]).toEqual([
        tool,
        given,
        expect.stringContaining(words),
      ]);
    expect(await data("search", { collection })).toMatchObject({ total: 3 });
  });

  it("says why a line with operators was read as a text, with the place", async () => {
    const { data } = await reader();
    const readAs = async (what: string) => (await data<{ read: object }>("explore", { what })).read;
    expect(await readAs("apple - (")).toMatchObject({
      kind: "text",
      notAnExpression: expect.stringMatching(/^Column 9: /),
    });
    expect(await readAs("a sweet apple, a fast car")).not.toHaveProperty("notAnExpression");
  });

  it("reads no file, whatever a text looks like", async () => {
    const { data } = await reader();
    const secret = path.join(home, "config", "api-key");
    for (const what of [`@${secret} apple`, `file://${secret} apple`]) {
      const { read } = await data<{ read: { kind: string; expression: string } }>("explore", {
        what,
      });
      expect(read.kind).toBe("text");
      expect(read.expression).toContain(secret);
    }
  });

  it("says that a picture is gone which was never drawn", async () => {
    const { client } = await reader();
    await expect(client.readResource({ uri: "file:///etc/passwd" })).rejects.toThrow(
      "There is no picture file:///etc/passwd",
    );
  });
});

/** The program with nothing but its pipes, so that a test can break them. */
function bare(): ChildProcess {
  return spawn(process.execPath, [PROGRAM, "mcp", ...retinas], {
    env: { ...process.env, SEMASCOPE_HOME: home },
    stdio: ["pipe", "pipe", "pipe"],
  });
}
const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once("exit", resolve));
const send = (child: ChildProcess, message: object) =>
  child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const OPENING = {
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bare", version: "1" },
  },
};
const answersOf = (child: ChildProcess) => {
  let text = "";
  return new Promise<Record<string, unknown>>((resolve) => {
    child.stdout?.on("data", (chunk) => {
      text += String(chunk);
      const [line, rest] = text.split("\n");
      if (rest !== undefined) resolve(JSON.parse(line ?? "") as Record<string, unknown>);
    });
  });
};

describe("a client that dies", () => {
  it("in the middle of a question ends the server, and the next one finds everything free", async () => {
    const child = bare();
    const first = answersOf(child);
    send(child, OPENING);
    await first;
    send(child, { method: "notifications/initialized" });
    const params = { name: "summarise", arguments: { collection: "fruit" } };
    send(child, { id: 2, method: "tools/call", params });
    const exit = exitOf(child);
    child.stdin?.destroy();
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect(await exit).toBe(0);
    expect(await (await reader()).data("search", { collection: "fruit" })).toMatchObject({
      total: 3,
    });
  });

  it("may send what is no message, and is answered all the same", async () => {
    const child = bare();
    const first = answersOf(child);
    child.stdin?.write("no JSON\n\n[]\n");
    send(child, OPENING);
    expect(await first).toMatchObject({ id: 1, result: { serverInfo: { name: "semascope" } } });
    const exit = exitOf(child);
    child.stdin?.end();
    expect(await exit).toBe(0);
  });
});

describe("an engine that does not end", () => {
  it("is cut off some seconds after its client has gone", async () => {
    const kill = vi.spyOn(process, "kill").mockReturnValue(true);
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    vi.spyOn(Answering.prototype, "service").mockRejectedValue(new Error("not asked here"));
    const close = vi.spyOn(Answering.prototype, "close").mockReturnValue(new Promise(() => {}));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      void runProgram(["mcp", "--check"], playTerminal().terminal);
      await vi.waitUntil(() => close.mock.calls.length > 0, { timeout: 60_000 });
      expect(kill).not.toHaveBeenCalled();
      await vi.runAllTimersAsync();
      expect(kill.mock.calls).toEqual([[process.pid, "SIGKILL"]]);
      expect(said).toHaveBeenCalledWith(expect.stringContaining("within 5 seconds"));
    } finally {
      vi.useRealTimers();
      vi.restoreAllMocks();
    }
  });
});

describe("a running service", () => {
  const startService = () =>
    startHost({ port: 0, threads: 0, retinas: retinas[1]!, directories: directories() });

  it("answers in place of an engine of the assistant's own, and has the collections open", async () => {
    const { data } = await reader();
    const asked = ["search", { collection: "fruit", like: "apple" }] as const;
    const words = ["search", { collection: "fruit", words: "apple" }] as const;
    const before = await data(...asked);
    const found = await data(...words);
    expect(found).toMatchObject({ total: 2, of: 3, leftOut: null });
    const host = await startService();
    try {
      expect(await announcedAddress(directories().config)).toBe(host.url);
      const query = { name: "fruit", offset: 0, limit: 1 };
      const { signal } = new AbortController();
      await expect
        .poll(() =>
          Promise.resolve(host.service.handlers["app.collectionQuery"](query, signal)).then(
            ({ total }) => total,
            String,
          ),
        )
        .toBe(3);
      expect(await data(...asked)).toEqual(before);
      expect(await data("picture", { what: "apple" })).toMatchObject({ left: { kind: "term" } });
      // A client of 2025 is answered alike.
      const older = await assistant({ revision: "2025" });
      expect(older.client.getNegotiatedProtocolVersion()).toBe("2025-11-25");
      expect(await older.data(...words)).toEqual(found);
      expect(await older.refusal("explore", { what: "appel & pear" })).toContain("no term “appel”");
      expect(JSON.parse(await run("mcp", "--check", "--json", "--allow-labels"))).toMatchObject({
        from: `the service at ${host.url}`,
        tools: expect.arrayContaining([expect.objectContaining({ name: "label", writes: true })]),
      });
    } finally {
      await host.close();
    }
    expect(await announcedAddress(directories().config)).toBeUndefined();
    expect(await data(...asked)).toEqual(before);
  });

  it("that was killed is not asked any more, nor one whose file is damaged", async () => {
    const { config } = directories();
    const ended = spawn(process.execPath, ["--version"]);
    await exitOf(ended);
    const kept = path.join(config, "service.json");
    for (const text of [
      JSON.stringify({ url: "http://127.0.0.1:1", process: ended.pid }),
      "{",
      "7",
    ]) {
      await writeFile(kept, text);
      expect(await announcedAddress(config)).toBeUndefined();
    }
    await rm(kept);
  });

  it.runIf(ownMark().processStart !== undefined)(
    "that was killed is not asked although its number belongs to another process",
    async () => {
      const { config } = directories();
      const kept = path.join(config, "service.json");
      const withdraw = await announceAddress(config, { url: "http://127.0.0.1:1", secret: "s" });
      expect(await announcedAddress(config)).toBe("http://127.0.0.1:1");
      const mark = JSON.parse(await readFile(kept, "utf8"));
      await writeFile(kept, JSON.stringify({ ...mark, process: process.ppid }));
      expect(await announcedAddress(config)).toBeUndefined();
      await writeFile(kept, JSON.stringify(mark));
      await withdraw();
    },
  );

  it("has to prove that it was announced before it is sent the key", async () => {
    const { config } = directories();
    const key = await loadKey(config);
    const seen: string[] = [];
    const stranger = createServer((asked, reply) => {
      seen.push(`${asked.url} ${JSON.stringify(asked.headers)}`);
      reply.setHeader("content-type", "application/json").end('{"collections":[]}');
    }).listen(0, "127.0.0.1");
    await once(stranger, "listening");
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    const withdraw = await announceAddress(config, { url, secret: "of the service before" });
    const answering = new Answering({ directories: directories(), retinas: retinas[1] });
    const { signal } = new AbortController();
    await expect(answering.ask("app.collections", {}, signal)).rejects.toMatchObject({
      code: "interrupted",
      message: expect.stringContaining(url),
    });
    await withdraw();
    stranger.close();
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatch(/^\/proof\?[\w-]{32} /);
    expect(seen.join()).not.toContain(key);
  });

  it("proves it without the key, to a new question each time", async () => {
    const secret = "a secret of thirty-two characters";
    const app = await createHost({
      answer: async () => ({ ok: true, value: {} }),
      access: { apiKey: "key", sessions: new Sessions(), cors: [], loopbackOnly: true },
      version: "1",
      secret,
    });
    const proofs = [];
    for (const question of ["a".repeat(32), "b".repeat(32), "a".repeat(32)]) {
      const { statusCode, body } = await app.inject(`/proof?${question}`);
      expect([statusCode, body]).toEqual([200, proofOf(secret, question)]);
      proofs.push(body);
    }
    expect(new Set(proofs).size).toBe(2);
    expect((await app.inject("/proof?short")).statusCode).toBe(400);
    expect((await app.inject("/rest/retinas")).statusCode).toBe(401);
    await app.close();
  });

  it("that cannot be reached is named in the refusal", async () => {
    const { config } = directories();
    const withdraw = await announceAddress(config, { url: "http://127.0.0.1:1", secret: "s" });
    const answering = new Answering({ directories: directories(), retinas: retinas[1] });
    const { signal } = new AbortController();
    await expect(answering.ask("app.collections", {}, signal)).rejects.toMatchObject({
      code: "interrupted",
      message: expect.stringContaining("http://127.0.0.1:1"),
    });
    await withdraw();
  });
});

describe("the desktop application", () => {
  const { signal } = new AbortController();
  const query = { name: "fruit", offset: 0, limit: 3 };

  it("answers assistants about a collection that is open in it, by a socket of this user", async () => {
    const { config } = directories();
    const desktop = await openEngine(retinas[1]!);
    try {
      // The assistant of the tests before gives it back when nothing is asked.
      await expect
        .poll(
          () =>
            Promise.resolve(desktop.handlers["app.collectionQuery"](query, signal)).then(
              ({ total }) => total,
              String,
            ),
          { timeout: 60_000 },
        )
        .toBe(3);
      await expect.poll(() => announcedAddress(config), { timeout: 60_000 }).toMatch(/^socket:/);
      const { data, refusal } = await assistant({ args: ["--allow-labels"], name: "Ada" });
      expect(await data("search", { collection: "fruit", words: "apple" })).toMatchObject({
        total: 2,
      });
      expect(await data("picture", { what: "apple" })).toMatchObject({ left: { kind: "term" } });
      expect(await refusal("explore", { what: "appel & pear" })).toContain("no term “appel”");
      const none = { collection: "fruit", filter: "f", marks: [] };
      expect(await refusal("label", none)).toContain("“marks” is empty");
      const marks = [{ id: "a", belongs: true }];
      await data("label", { collection: "fruit", filter: "Sweet", marks });
      // The window has it at once.
      const { rows } = await desktop.handlers["app.collectionQuery"](query, signal);
      expect(rows[0]?.labels).toEqual([
        { filter: "Sweet", belongs: true, author: "assistant: Ada" },
      ]);
      expect(await run("mcp", "--check")).toMatch(/^from +the desktop application/m);
    } finally {
      await desktop.close();
    }
    expect(await announcedAddress(config)).toBeUndefined();
    const { data } = await reader();
    expect(await data("search", { collection: "fruit" })).toMatchObject({ total: 3 });
  });

  it.skipIf(process.platform === "win32")(
    "lets nobody in without the key, and answers nothing but what assistants ask",
    async () => {
      const { config } = directories();
      const called: string[] = [];
      const filters = () => {
        called.push("app.filters");
        return [];
      };
      // Another endpoint would fail as a fault of the program.
      const handlers = { "app.filters": filters } as unknown as Handlers;
      // As a process leaves it that was killed.
      await writeFile(path.join(config, "assistants.sock"), "");
      const close = await openAssistantsDoor({ handlers, version: "1" }, config);
      const socketPath = path.join(config, "assistants.sock");
      const key = (await readFile(path.join(config, "api-key"), "utf8")).trim();
      const statusOf = (target: string, headers: Record<string, string>) =>
        new Promise((resolve, reject) => {
          request({ socketPath, path: target, headers, agent: false })
            .once("response", (reply) => resolve(reply.resume().statusCode))
            .once("error", reject)
            .end();
        });
      expect((await stat(socketPath)).mode & 0o777).toBe(0o600);
      const asked = "/rest/semascope/filters";
      expect(await statusOf(asked, {})).toBe(401);
      expect(await statusOf(asked, { "api-key": "x".repeat(key.length) })).toBe(401);
      expect(await statusOf(asked, { "api-key": key, origin: "https://evil.example" })).toBe(403);
      expect(await statusOf("/rest/semascope/jobs", { "api-key": key })).toBe(403);
      expect(await statusOf("/", { "api-key": key })).toBe(404);
      expect(called).toEqual([]);
      expect(await statusOf(asked, { "api-key": key })).toBe(200);
      expect(called).toEqual(["app.filters"]);
      // Whoever answers already goes on doing so.
      const address = await announcedAddress(config);
      await (await openAssistantsDoor({ handlers, version: "2" }, config))();
      expect(await announcedAddress(config)).toBe(address);
      await close();
      expect(await announcedAddress(config)).toBeUndefined();
      await expect(statusOf(asked, { "api-key": key })).rejects.toMatchObject({ code: "ENOENT" });
    },
  );
});

describe("an own engine", () => {
  it("is not opened for what an assistant asks first", async () => {
    const folder = path.join(home, "one damaged");
    await cp(retinas[1]!, folder, { recursive: true });
    const damaged = path.join(folder, "en_synonymous.retina");
    const bytes = await readFile(damaged);
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(damaged, bytes);
    const answering = new Answering({ directories: directories(), retinas: folder });
    const { signal } = new AbortController();
    const first = await answering.ask("app.retinaCards", {}, signal);
    const { collections } = await answering.ask("app.collections", {}, signal);
    const { filters } = await answering.ask("app.filters", {}, signal);
    // Only opening it tells that a file is damaged.
    expect(first.map(({ name, state }) => [name, state])).toEqual([
      ["en_associative", "ready"],
      ["en_synonymous", "ready"],
    ]);
    await answering.ask("retinas.list", {}, signal);
    const opened = await answering.ask("app.retinaCards", {}, signal);
    expect(opened.map(({ state }) => state)).toEqual(["ready", "damaged"]);
    expect(opened[0]).toEqual(first[0]);
    expect((await answering.ask("app.collections", {}, signal)).collections).toEqual(collections);
    expect((await answering.ask("app.filters", {}, signal)).filters).toEqual(filters);
    await answering.close();
  });

  it("gives collections back when nothing is asked, so that two assistants work at a time", async () => {
    const options = { directories: directories(), retinas: retinas[1] };
    const [one, two] = [new Answering(options), new Answering({ ...options, releaseAfter: 1 })];
    const { signal } = new AbortController();
    const count = async (by: Answering) =>
      (await by.ask("app.collectionQuery", { name: "fruit" }, signal)).total;
    for (const by of [one, two, one]) expect(await count(by)).toBe(3);
    await one.close();
    expect(await count(two)).toBe(3);
    await two.close();
  });

  it("stops a question that is cancelled", async () => {
    const answering = new Answering({ directories: directories(), retinas: retinas[1] });
    const controller = new AbortController();
    controller.abort();
    await expect(
      answering.ask("app.collectionQuery", { name: "fruit" }, controller.signal),
    ).rejects.toMatchObject({ code: "cancelled" });
    await answering.close();
  });
});
