import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createServer } from "../../../../core/node/http/create-server.ts";
import { Sessions } from "../../../../core/node/http/sessions.ts";
import { signalOf } from "../../../../core/node/threads/protocol.ts";
import { makeTestFolder, startTestHost } from "../../../support/test-host.ts";

const access = { apiKey: "the-key", sessions: new Sessions(), cors: [], loopbackOnly: true };
const headers = { "api-key": "the-key" };

describe("limits", () => {
  it("refuses a body that is too large, saying by how much", async () => {
    const app = await createServer({
      access,
      version: "1.0.0",
      maxBytes: 1000,
      answer: async () => ({ ok: true, value: [] }),
    });
    const send = (length: number) =>
      app.inject({ method: "POST", url: "/rest/text", headers, payload: "x".repeat(length) });
    expect((await send(1000)).statusCode).toBe(200);
    const reply = await send(1001);
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ code: "too-large", details: { size: 1001, limit: 1000 } });
    await app.close();
  });

  it("tells the handler when the client has gone", async () => {
    let wasAborted: (() => void) | undefined;
    const aborted = new Promise<void>((resolve) => {
      wasAborted = resolve;
    });
    const controller = new AbortController();
    const app = await createServer({
      access,
      version: "1.0.0",
      answer: ({ signal }) =>
        new Promise((resolve) => {
          setTimeout(() => controller.abort(), 5);
          signalOf(signal).signal?.addEventListener("abort", () => {
            wasAborted?.();
            const error = { code: "cancelled", message: "Gone.", details: {} } as const;
            resolve({ ok: false, error });
          });
        }),
    });
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const call = fetch(`${url}/rest/retinas`, { headers, signal: controller.signal });
    await expect(call).rejects.toThrow();
    await aborted;
    await app.close();
  });

  it("finishes requests under way when it is stopped, and takes no more", async () => {
    let finish: (() => void) | undefined;
    const app = await createServer({
      access,
      version: "1.0.0",
      answer: () =>
        new Promise((resolve) => {
          finish = () => resolve({ ok: true, value: "late" });
        }),
    });
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const call = fetch(`${url}/rest/retinas`, { headers });
    while (finish === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = app.close();
    setTimeout(() => finish?.(), 50);
    expect(await (await call).json()).toBe("late");
    await closed;
    await expect(fetch(`${url}/rest/retinas`, { headers })).rejects.toThrow();
  });
});

describe("the page", () => {
  it("is let in once by the printed address, and then by its cookie", async () => {
    const folder = await makeTestFolder();
    const webRoot = path.join(folder, "web");
    await mkdir(path.join(webRoot, "assets"), { recursive: true });
    await writeFile(path.join(webRoot, "index.html"), "<!doctype html><title>app</title>");
    await writeFile(path.join(webRoot, "assets/app-1f8a09bc.js"), "export {};");
    const host = await startTestHost({ webRoot });
    const get = (url: string, cookie = "") =>
      fetch(url, { redirect: "manual", headers: cookie === "" ? {} : { cookie } });

    const locked = await get(`${host.url}/`);
    expect(await locked.text()).toContain('type="password"');
    expect((await get(`${host.url}/rest/retinas`)).status).toBe(401);

    const address = host.appAddress();
    const opened = await get(address);
    expect(opened.status).toBe(303);
    const setCookie = opened.headers.get("set-cookie") ?? "";
    expect(setCookie).toMatch(/; HttpOnly/);
    expect(setCookie).toMatch(/; SameSite=Strict/);
    const cookie = setCookie.split(";")[0] ?? "";
    const page = await get(`${host.url}/`, cookie);
    expect(await page.text()).toContain("<title>app</title>");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect(page.headers.get("cache-control")).toBe("no-cache");
    const script = await get(`${host.url}/assets/app-1f8a09bc.js`);
    expect(script.headers.get("content-type")).toMatch(/javascript/);
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await get(`${host.url}/rest/retinas`, cookie)).status).toBe(200);

    expect((await get(address)).status).toBe(401);
    expect((await get(`${host.url}/?token=wrong`)).status).toBe(401);
    expect((await get(`${host.url}/rest/retinas`, `${cookie.split("=")[0]}=wrong`)).status).toBe(
      401,
    );
    expect((await get(`${host.url}/../package.json`)).status).toBe(404);
    await host.end();
  });

  it("lets in who types the key", async () => {
    const folder = await makeTestFolder();
    const webRoot = path.join(folder, "web");
    await mkdir(webRoot);
    await writeFile(path.join(webRoot, "index.html"), "app");
    const host = await startTestHost({ webRoot });
    const signIn = (key: string) =>
      fetch(`${host.url}/sign-in`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ key }),
      });
    expect((await signIn("wrong")).status).toBe(401);
    const right = await signIn(host.apiKey ?? "");
    expect(right.status).toBe(303);
    expect(right.headers.get("set-cookie")).toMatch(
      /^semascope-\d+=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await signIn(` ${host.apiKey}\n`)).status).toBe(303);
    for (let i = 0; i < 4; i++) expect((await signIn(`wrong ${i}`)).status).toBe(401);
    const slowed = await signIn("wrong");
    expect(slowed.status).toBe(429);
    expect(Number(slowed.headers.get("retry-after"))).toBeOneOf(
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
    expect(await slowed.text()).toContain("Too many wrong keys came from your address.");
    // Whoever guesses learns nothing meanwhile.
    expect((await signIn(host.apiKey ?? "")).status).toBe(429);
    // Keys in the header, cookies and printed addresses are none of its business.
    const cookie = right.headers.get("set-cookie")?.split(";")[0] ?? "";
    const call = await fetch(`${host.url}/rest/retinas`, { headers: { cookie } });
    expect(call.status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 41_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await signIn(host.apiKey ?? "")).status).toBe(303);
    for (let i = 0; i < 5; i++) expect((await signIn(`wrong ${i}`)).status).toBe(401);
    expect((await signIn("wrong")).status).toBe(429);
    await host.end();
  });
});

it("slows down whoever tries keys from one address, or from one network of the newer kind, and nobody else", async () => {
  const webRoot = await makeTestFolder();
  const app = await createServer({
    answer: () => Promise.reject(new Error("Nothing is called here.")),
    access: { apiKey: "k".repeat(16), sessions: new Sessions(), cors: [], loopbackOnly: true },
    version: "0",
    webRoot,
  });
  const tryFrom = async (remoteAddress: string) => {
    const headers = { host: "localhost", "content-type": "application/x-www-form-urlencoded" };
    const request = { method: "POST", url: "/sign-in", payload: "key=wrong", headers } as const;
    return (await app.inject({ ...request, remoteAddress })).statusCode;
  };
  for (let i = 0; i < 5; i++) expect(await tryFrom(`2001:db8::${i}`)).toBe(401);
  expect(await tryFrom("2001:db8:0:0:ffff::1")).toBe(429);
  expect(await tryFrom("2001:db8:0:1::1")).toBe(401);
  for (let i = 0; i < 5; i++) expect(await tryFrom("::ffff:192.0.2.1")).toBe(401);
  expect(await tryFrom("::ffff:192.0.2.1")).toBe(429);
  expect(await tryFrom("::ffff:192.0.2.2")).toBe(401);
  await app.close();
});

describe("starting", () => {
  it("says in a sentence that the port is taken", async () => {
    const first = await startTestHost();
    const port = Number(new URL(first.url).port);
    await expect(startTestHost({ port })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/^Port \d+ of 127\.0\.0\.1 is in use/),
    });
    await first.end();
  });

  it("says in a sentence what is wrong with the folder of retinas", async () => {
    await expect(startTestHost({ retinas: "/nowhere/at/all" })).rejects.toMatchObject({
      code: "bad-input",
      message: "There is no folder /nowhere/at/all; name one that holds retina files.",
    });
  });

  it("says in a sentence that an address is not of this machine", async () => {
    await expect(startTestHost({ host: "203.0.113.7" })).rejects.toMatchObject({
      code: "bad-input",
    });
  });

  it("starts without a retina, with a warning, and says so to every call", async () => {
    const folder = await makeTestFolder();
    const retinas = path.join(folder, "empty");
    await mkdir(retinas);
    const host = await startTestHost({ retinas });
    expect(host.warnings.join(" ")).toContain("There is no retina yet");
    const reply = await fetch(`${host.url}/rest/terms`, {
      headers: { "api-key": host.apiKey ?? "" },
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code: "unknown-retina" });
    await host.end();
  });

  it("uses the sound retinas beside a damaged file", async () => {
    const folder = await makeTestFolder();
    const retinas = path.join(folder, "retinas");
    await writeFile(path.join(retinas, "broken.retina"), "not a retina");
    const host = await startTestHost({ retinas });
    expect(host.warnings.join(" ")).toContain("broken.retina");
    expect(host.service.store.retinas).toHaveLength(2);
    await host.end();
  });

  it("warns when everyone may come in", async () => {
    const open = await startTestHost({ auth: false });
    expect(open.apiKey).toBeNull();
    expect((await fetch(`${open.url}/rest/retinas`)).status).toBe(200);
    await open.end();
    const wide = await startTestHost({ auth: false, host: "0.0.0.0" });
    expect(wide.warnings.join(" ")).toContain("asks for no key");
    await wide.end();
  });
});
