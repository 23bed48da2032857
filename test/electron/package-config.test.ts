import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";

// The scheme belongs to a package that only the builder itself depends on.
const builder = createRequire(createRequire(import.meta.url).resolve("electron-builder"));
const readJson = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
const config = readJson("test/config/electron-builder.json");

describe("the packaging configuration", () => {
  it("is one that electron-builder understands", () => {
    const scheme = builder("app-builder-lib/scheme.json") as object;
    const ajv = new Ajv({ strict: false, allErrors: true });
    expect(ajv.validate(scheme, config), ajv.errorsText()).toBe(true);
  });

  it("blows every fuse that lets a packaged program be used as something else", () => {
    expect(config.asar).toBe(true);
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it("packs the program's entry, the page, the preload script and the retinas", () => {
    expect(readJson("package.json").main).toBe("dist/electron/main.js");
    expect(config.files).toEqual(
      expect.arrayContaining(["dist/electron/**/*.{js,cjs}", "dist/web/**", "package.json"]),
    );
    expect(config.extraResources).toContainEqual(expect.objectContaining({ to: "retinas" }));
  });

  it("packs of what the encoder needs the files that are loaded alone", () => {
    const { minimatch } = builder("minimatch") as {
      minimatch: (file: string, pattern: string, options: object) => boolean;
    };
    const root = new URL("../..", import.meta.url);
    const left = (config.files as string[]).filter((pattern) => pattern.startsWith("!"));
    const isPacked = (file: string) =>
      !left.some((pattern) => minimatch(file, pattern.slice(1), { dot: true }));
    const packed = (name: string) =>
      readdirSync(new URL(`node_modules/${name}`, root), { recursive: true, encoding: "utf8" })
        .map((file) => file.replaceAll("\\", "/"))
        .filter((file) => /\.(mjs|cjs|js|wasm|map|d\.ts)$/.test(file))
        .filter((file) => isPacked(`node_modules/${name}/${file}`))
        .sort();
    expect(packed("onnxruntime-common").every((file) => file.startsWith("dist/esm/"))).toBe(true);
    expect(packed("onnxruntime-common")).toContain("dist/esm/index.js");
    expect(packed("@huggingface/tokenizers")).toEqual(["dist/tokenizers.mjs"]);
  });
});
