import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createAppResponder } from "../../../electron/window/app-scheme.ts";

const folder = mkdtempSync(join(tmpdir(), "semascope-"));
const respond = createAppResponder(join(folder, "web"));
const get = (path: string, method = "GET") =>
  respond(new Request(`app://semascope${path}`, { method }));

beforeAll(() => {
  mkdirSync(join(folder, "web", "assets"), { recursive: true });
  writeFileSync(join(folder, "web", "index.html"), "<!doctype html><title>page</title>");
  writeFileSync(join(folder, "web", "assets", "index-1a.js"), "export {};");
  writeFileSync(join(folder, "web", "secret"), "no known ending");
  writeFileSync(join(folder, "outside.json"), '"outside"');
});

describe("the app scheme", () => {
  it("serves the page and its scripts with their types and the strict policy", async () => {
    for (const path of ["/", "/index.html"]) {
      const page = await get(path);
      expect(page.status).toBe(200);
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(await page.text()).toContain("<title>page</title>");
    }
    const script = await get("/assets/index-1a.js");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const policy = script.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).not.toContain("unsafe");
    expect(script.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("serves every kind of file that the page asks for by its address", async () => {
    const asked = readdirSync("renderer", { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [
        ...readFileSync(join("renderer", file), "utf8").matchAll(/from "([^"]+)\?url"/g),
      ])
      .map((found) => extname(found[1] ?? ""));
    expect(asked).toContain(".woff2");
    for (const ending of new Set(asked)) {
      writeFileSync(join(folder, "web", "assets", `asked${ending}`), "bytes");
      expect((await get(`/assets/asked${ending}`)).status, ending).toBe(200);
    }
  });

  it("answers 404 outside its folder, for unknown endings and for what is not there", async () => {
    const paths = [
      "/..%2foutside.json",
      "/assets/..%2f..%2foutside.json",
      "/%2e%2e%2foutside.json",
    ];
    for (const path of [...paths, "/secret", "/missing.js", "/%", "/a%00.js", "/assets"])
      expect((await get(path)).status, path).toBe(404);
  });

  it("refuses to change anything", async () => {
    for (const method of ["POST", "PUT", "DELETE"])
      expect((await get("/index.html", method)).status).toBe(405);
  });

  it("never leaks the neighbouring file, whatever is asked", async () => {
    const part = fc.constantFrom(
      "..",
      "%2e%2e",
      "assets",
      "outside.json",
      "/",
      "%2f",
      "%5c",
      "\\",
      ".",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const answer = await get(`/${parts.join("")}`);
        expect(await answer.text()).not.toContain("outside");
      }),
    );
  });
});
