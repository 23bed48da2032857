import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServer } from "../../../../core/node/http/create-server.ts";
import { Sessions } from "../../../../core/node/http/sessions.ts";
import { startTestHost, type TestHost } from "../../../support/test-host.ts";

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.end());

/** A request exactly as given: `fetch` would tidy it up. */
function raw(
  target: string,
  options: { method?: string; headers?: object; body?: string | Buffer } = {},
) {
  const { method = "GET", headers = {}, body } = options;
  const { port } = new URL(host.url);
  const all = { "api-key": host.apiKey, host: `127.0.0.1:${port}`, ...headers };
  const own = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      const call = request({ port, method, path: target, headers: own as NodeJS.Dict<string> });
      call.on("error", reject);
      call.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      call.end(body);
    },
  );
}

const CLOSE = "Host: 127.0.0.1\r\nConnection: close\r\n\r\n";
const POST = "POST /rest/compare HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n";

const json = async (...args: Parameters<typeof raw>) => JSON.parse((await raw(...args)).text);

describe("targets", () => {
  it.each([
    "/rest/retinas",
    "/rest//retinas",
    "//rest///retinas/",
    "/rest/retinas?",
    "http://api.cortical.io/rest/retinas",
    "http://api.cortical.io/rest//retinas?",
  ])("answers %s", async (target) => {
    expect(await json(target)).toHaveLength(2);
  });

  it("answers an absolute target whatever its host header says", async () => {
    const headers = { host: "api.cortical.io" };
    expect((await raw("http://api.cortical.io/rest/retinas", { headers })).status).toBe(200);
  });

  it.each(["/rest/terms/similarTerms?term=apple", "/rest/terms/similar_terms?term=apple"])(
    "answers the alias %s",
    async (target) => {
      expect((await json(target))[0].term).toBe("apple");
    },
  );

  it("routes aliases of posts", async () => {
    const body = JSON.stringify({ positiveExamples: [{ text: "apple" }] });
    for (const path of [
      "/rest/classify/create_category_filter",
      "/rest/classify/createCategoryFilter",
      "/rest/classification/create_category_filter",
    ])
      expect(await json(`${path}?filter_name=f`, { method: "POST", body })).toMatchObject({
        categoryName: "f",
      });
    expect(await json("/rest/text/slicing", { method: "POST", body: "apple" })).toHaveLength(1);
  });

  it("knows the names of parameters of version 1 at its paths alone", async () => {
    const similar = (path: string) => json(`/rest/terms/${path}?term=apple&maxResults=2`);
    expect(await similar("similarTerms")).toHaveLength(2);
    expect(await similar("similar_terms")).not.toHaveLength(2);
    const body = JSON.stringify({ positiveExamples: [{ text: "apple" }] });
    const target = "/rest/classify/createCategoryFilter?filterName=f%20%2B";
    expect(await json(target, { method: "POST", body })).toMatchObject({ categoryName: "f +" });
  });

  it("says 404 for unknown paths only, and 405 for a wrong method", async () => {
    expect((await raw("/rest/fingerprints?fingerprint_id=1")).status).toBe(404);
    expect((await raw("/rest/compare")).status).toBe(405);
    expect((await raw("/rest/terms", { method: "POST", body: "{}" })).status).toBe(405);
    expect((await raw("/rest/terms?term=zzz")).status).toBe(200);
  });

  it("lists the methods of a path in Allow", async () => {
    const allow = async (method: string, target: string) =>
      (await raw(target, { method })).headers.allow;
    for (const method of ["OPTIONS", "DELETE"]) {
      expect(await allow(method, "/rest/terms?term=apple")).toBe("GET, HEAD, OPTIONS");
      expect(await allow(method, "/rest/expressions/similarTerms")).toBe("POST, OPTIONS");
    }
    expect((await raw("/rest/terms?term=apple", { method: "HEAD" })).status).toBe(200);
  });
});

describe("query strings", () => {
  it.each(["True", "true", "TRUE"])("reads the boolean %s", async (value) => {
    const [row] = await json(`/rest/terms?term=apple&get_fingerprint=${value}`);
    expect(row.fingerprint.positions).toHaveLength(328);
  });

  it("counts a number of results beyond the most as the most, however large", async () => {
    const most = await json("/rest/terms?max_results=1000");
    for (const many of ["2147483648", "99999999999999999999"])
      expect(await json(`/rest/terms?max_results=${many}`)).toEqual(most);
    expect(await json("/rest/terms?start_index=99999999999999999999")).toEqual([]);
  });

  it("refuses what is neither true nor false, and no number", async () => {
    for (const query of [
      "get_fingerprint=yes",
      "max_results=ten",
      "max_results=1e3",
      "start_index=0x1",
    ])
      expect((await raw(`/rest/terms?${query}`)).status).toBe(400);
    const draw = await raw("/rest/expressions?sparsity=NaN", {
      method: "POST",
      body: '{"term":"apple"}',
    });
    expect(draw.status).toBe(400);
  });

  it("takes plus and %20 for a space, and an empty value for none", async () => {
    for (const term of ["new+york", "new%20york"])
      expect((await json(`/rest/terms?term=${term}`))[0].term).toBe("new york");
    expect(await json("/rest/terms?term=&retina_name=")).toHaveLength(10);
    expect(
      await json("/rest/text/tokenize?POStags=", { method: "POST", body: "the apple" }),
    ).toEqual(["the,apple"]);
  });

  it("ignores unknown parameters and reads numbers as clients write them", async () => {
    const target =
      "/rest/terms/contexts?term=apple&context_id=1&pos_type=NOUN&max_results=1&start_index=0";
    expect(await json(target)).toHaveLength(1);
    const body = '{"term":"apple"}';
    expect(
      (await json("/rest/expressions?sparsity=0.01", { method: "POST", body })).positions,
    ).toHaveLength(164);
    for (const sparsity of ["1.0", ".5", "1"])
      expect(
        (await raw(`/rest/expressions?sparsity=${sparsity}`, { method: "POST", body })).status,
      ).toBe(200);
  });

  it("reads an escaped and a raw slash in an encoding", async () => {
    for (const encoding of ["base64/png", "base64%2Fpng"]) {
      const reply = await raw(`/rest/image?image_encoding=${encoding}`, {
        method: "POST",
        body: '{"term":"apple"}',
      });
      expect(reply.headers["content-type"]).toBe("image/png");
      expect(reply.text).toMatch(/^iVBOR/);
    }
  });

  it("ignores a body on GET", async () => {
    expect(
      await json("/rest/retinas", { body: "{}", headers: { "content-length": "2" } }),
    ).toHaveLength(2);
  });
});

describe("bodies", () => {
  const post = (target: string, body: string | Buffer, headers = {}) =>
    raw(`/rest${target}`, { method: "POST", body, headers });

  it("reads only the first JSON value", async () => {
    const array = '[{"term":"apple"},{"term":"fruit"}]';
    const reply = JSON.parse((await post("/expressions/bulk", `${array}\n${array}`)).text);
    expect(reply).toHaveLength(2);
    expect((await post("/expressions", '{"term":"app\\"}le"} ] garbage')).status).toBe(400);
    expect((await post("/expressions", ' {"term":"apple"}}')).status).toBe(200);
  });

  it.each([
    ["raw", "the apple"],
    ["a JSON string", '"the apple"'],
    ["a JSON object", '{"text":"the apple"}'],
  ])("reads a text sent as %s", async (_, body) => {
    expect(JSON.parse((await post("/text/tokenize", body)).text)).toEqual(["the,apple"]);
  });

  it.each([
    "application/json",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "garbage;;;",
  ])("does not care for the content type %s", async (type) => {
    const reply = await post("/text/tokenize", "the apple", { "content-type": type });
    expect(JSON.parse(reply.text)).toEqual(["the,apple"]);
  });

  it("reads UTF-8 and, where the bytes are none, Latin-1", async () => {
    const sentence = "Der er noget galt i Danmark, så jeg må gå hjem nu.";
    for (const body of [Buffer.from(sentence, "utf8"), Buffer.from(sentence, "latin1")])
      expect(JSON.parse((await post("/text/detect_language", body)).text).iso_tag).toBe("da");
  });

  it("says what is wrong with a body that is no JSON", async () => {
    for (const body of [
      "",
      "{",
      "[1,",
      '{"term":}',
      "nonsense",
      "{".repeat(100_000),
      "[".repeat(1_000_000),
    ]) {
      const reply = await post("/expressions", body);
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.text)).toMatchObject({
        code: "bad-input",
        details: { field: "body" },
      });
    }
  });

  it("keeps prototypes out of it", async () => {
    const body = '{"__proto__":{"term":"apple"},"constructor":{"prototype":{"x":1}}}';
    expect((await post("/expressions", body)).status).toBe(400);
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });
});

describe("replies", () => {
  it("announce the bare JSON type, also for errors", async () => {
    for (const target of ["/rest/retinas", "/rest/nope", "/rest/terms?max_results=x"])
      expect((await raw(target)).headers["content-type"]).toBe("application/json");
  });

  it("carry code, message, details and request id when they are errors", async () => {
    const ids = new Set<string>();
    for (const target of ["/rest/nope", "/rest/compare", "/rest/terms?term=a*"]) {
      const error = await json(target);
      expect(Object.keys(error)).toEqual(["code", "message", "details", "requestId"]);
      ids.add(error.requestId);
    }
    expect(ids.size).toBe(3);
  });

  it.each([
    ["no HTTP", "NONSENSE\r\n\r\n", 400, "bad-input"],
    ["a bare line feed", "GET /rest/retinas HTTP/1.1\nHost: 127.0.0.1\n\n", 400, "bad-input"],
    ["a space in the address", "GET /rest/terms?term=new york HTTP/1.1\r\n\r\n", 400, "bad-input"],
    ["no host", "GET /rest/retinas HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "bad-input"],
    [
      "a head that is too large",
      `GET / HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n\r\n`,
      431,
      "too-large",
    ],
    [
      "a tunnel",
      "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n",
      405,
      "method-not-allowed",
    ],
    ["two lengths", `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400, "bad-input"],
    [
      "a length and chunks",
      `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
      "bad-input",
    ],
    ["a chunk without a size", `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, "bad-input"],
    ["a body that ends early", `${POST}Content-Length: 9\r\n\r\n{}`, 400, "bad-input"],
    ["an escape that is none", `GET /rest/%zz HTTP/1.1\r\n${CLOSE}`, 400, "bad-input"],
    ["an escape that is no UTF-8", `GET /rest/%ff HTTP/1.1\r\n${CLOSE}`, 400, "bad-input"],
    [
      "a packed body",
      `${POST}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`,
      400,
      "bad-input",
    ],
  ])("answer JSON to %s", async (_, bytes, status, code) => {
    const withKey = bytes.replace("Connection:", `api-key: ${host.apiKey}\r\nConnection:`);
    const [head = "", body = ""] = (await exchange(withKey)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/content-type: application\/json(\r|$)/);
    const error = JSON.parse(body);
    expect(error).toMatchObject({ code, details: {} });
    expect(error.message).toMatch(/\.$/);
    expect(error.requestId).toMatch(/^[0-9a-f]+-[0-9a-z]+$/);
  });

  it("say which methods a path has", async () => {
    const reply = await raw("/rest/compare", { method: "DELETE" });
    expect(reply).toMatchObject({ status: 405, headers: { allow: "POST, OPTIONS" } });
    expect((await raw("/rest/compare", { method: "QUERY" })).status).toBe(405);
  });

  it("come to clients of HTTP/1.0, to expectations, and in order to a pipeline", async () => {
    const key = `api-key: ${host.apiKey}\r\n`;
    const old = await exchange(`GET /rest/retinas HTTP/1.0\r\n${key}\r\n`);
    expect(old).toMatch(/^HTTP\/1\.1 200 /);
    const get = `GET /rest/retinas HTTP/1.1\r\nHost: 127.0.0.1\r\n${key}`;
    expect(await exchange(`${get}Expect: tea\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 200 /,
    );
    const terms = ["apple", "bank"].map(
      (term) => `GET /rest/terms?term=${term} HTTP/1.1\r\nHost: 127.0.0.1\r\n${key}\r\n`,
    );
    const both = await exchange(`${terms.join("")}${get}Connection: close\r\n\r\n`);
    expect(both.match(/HTTP\/1\.1 200 /g)).toHaveLength(3);
    expect(both.indexOf('"apple"')).toBeLessThan(both.indexOf('"bank"'));
  });

  it("say how much too much a body was, where that is known", async () => {
    const app = await createServer({
      access: { apiKey: null, sessions: new Sessions(), cors: [], loopbackOnly: true },
      version: "1.0.0",
      maxBytes: 10,
      answer: async () => ({ ok: true, value: {} }),
    });
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const post = async (body: BodyInit) => {
      const init = { method: "POST", body, duplex: "half" } as RequestInit;
      return (await fetch(`${url}/rest/compare`, init)).json();
    };
    expect((await post("x".repeat(11))).message).toBe(
      "The body has 11 bytes; at most 10 are accepted.",
    );
    const stream = new Blob(["x".repeat(11)]).stream();
    expect((await post(stream)).message).toBe(
      "The body has more than the 10 bytes that are accepted.",
    );
    await app.close();
  });
});

/** Bytes as they are, and all that comes back until the connection ends. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const { port } = new URL(host.url);
    const socket = connect({ port: Number(port), allowHalfOpen: true }, () => socket.end(bytes));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("close", () => resolve(text));
  });
}

describe("the key", () => {
  const status = async (headers: object) => (await raw("/rest/retinas", { headers })).status;

  it("is asked for, in its header only", async () => {
    expect(await status({ "api-key": undefined })).toBe(401);
    expect(await status({ "api-key": "wrong" })).toBe(401);
    expect(await status({ "api-key": `${host.apiKey}x` })).toBe(401);
    const target = `/rest/retinas?api-key=${host.apiKey}&api_key=${host.apiKey}`;
    expect((await raw(target, { headers: { "api-key": undefined } })).status).toBe(401);
  });

  it("is asked for however the address is spelled", async () => {
    const spell = (path: string, at: number) =>
      `${path.slice(0, at)}%${path.charCodeAt(at).toString(16)}${path.slice(at + 1)}`;
    const path = "/rest/retinas";
    const targets = Array.from({ length: path.length - 1 }, (_, i) => spell(path, i + 1));
    for (const target of [
      ...targets,
      `http://x${spell(path, 1)}`,
      `//${spell(path, 2).slice(1)}`,
    ]) {
      const { status } = await raw(target, { headers: { "api-key": undefined } });
      expect([target, status]).toEqual([target, target.includes("%2f") ? 404 : 401]);
    }
  });

  it("says what changed to those who send the old header", async () => {
    const headers = { "api-key": undefined, api_key: host.apiKey };
    const reply = await json("/rest/retinas", { headers });
    expect(reply).toMatchObject({ code: "unauthorized" });
    expect(reply.message).toContain("api-key");
  });
});

describe("what is sent", () => {
  it("is never taken for anything but what it says it is", async () => {
    const body = JSON.stringify({ term: "apple" });
    const svg = await raw("/rest/image?image_encoding=binary/svg", { method: "POST", body });
    const all = [
      svg,
      await raw("/rest/retinas"),
      await raw("/rest/openapi.json"),
      await raw("/rest/retinas", { headers: { "api-key": "wrong" } }),
      await raw("/rest/retinas", { headers: { host: "evil.example" } }),
      await raw("/rest/nothing"),
      await raw("/rest/retinas", { method: "OPTIONS" }),
      await raw("/rest/expressions", { method: "POST", body: "{" }),
    ];
    expect(svg.headers["content-type"]).toContain("svg");
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 401, 403, 404, 200, 400]);
    for (const { headers } of all) expect(headers["x-content-type-options"]).toBe("nosniff");
  });
});

describe("other sites", () => {
  it("are refused by name and by origin", async () => {
    expect((await raw("/rest/retinas", { headers: { host: "evil.example" } })).status).toBe(403);
    expect(
      (await raw("/rest/retinas", { headers: { origin: "http://evil.example" } })).status,
    ).toBe(403);
    expect((await raw("/rest/retinas", { headers: { origin: "null" } })).status).toBe(403);
    for (const name of [
      "[::1].evil.test",
      "[::1",
      "x[::1]",
      "[[::1]]",
      "::1",
      "localhost]",
      "[::1]@evil.test",
    ])
      expect((await raw("/rest/retinas", { headers: { host: name } })).status).toBe(403);
    const { port } = new URL(host.url);
    for (const name of ["localhost", "127.0.0.1", "[::1]"])
      expect((await raw("/rest/retinas", { headers: { host: `${name}:${port}` } })).status).toBe(
        200,
      );
    const own = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` };
    expect((await raw("/rest/retinas", { headers: own })).status).toBe(200);
  });

  it("may call when the host was started for them", async () => {
    const open = await startTestHost({ cors: ["https://lab.example"] });
    const ask = (method: string, origin: string) =>
      fetch(`${open.url}/rest/retinas`, {
        method,
        headers: { origin, "api-key": open.apiKey ?? "" },
      });
    const preflight = await ask("OPTIONS", "https://lab.example");
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, POST");
    expect(preflight.headers.get("access-control-allow-headers")).toBe(
      "api-key, api-client, content-type, accept",
    );
    const reply = await ask("GET", "https://lab.example");
    expect(reply.headers.get("access-control-allow-origin")).toBe("https://lab.example");
    expect((await ask("GET", "https://other.example")).status).toBe(403);
    await open.end();
  });
});
