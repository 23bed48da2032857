import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";

// The scheme belongs to a package that only the builder itself depends on.
const builder = createRequire(createRequire(import.meta.url).resolve("electron-builder"));
const readJson = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
const config = readJson("test/config/electron-builder.json");
const ROOT = new URL("../../", import.meta.url);
const { minimatch } = builder("minimatch") as {
  minimatch: (file: string, pattern: string, options: object) => boolean;
};

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

  it("packs all that the package of npm holds of the engine, the page and the retinas", () => {
    const files = (folder: string) =>
      readdirSync(new URL(folder, ROOT), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(fileURLToPath(ROOT), join(entry.parentPath, entry.name)))
        .map((file) => file.replaceAll("\\", "/"));
    const fits = (file: string, patterns: readonly string[]) =>
      patterns.some((pattern) => minimatch(file, pattern, { dot: true }));
    const listed = readJson("package.json").files as string[];
    const leftOut = listed.filter((each) => each.startsWith("!")).map((each) => each.slice(1));
    const built = ["core", "electron", "vendor", "web"].flatMap((part) => files(`dist/${part}/`));
    const shipped = built.filter((file) => !fits(file, leftOut));
    const patterns = (config.files as string[]).filter((each) => !each.startsWith("!"));
    expect(shipped.filter((file) => !fits(file, patterns))).toEqual([]);
    expect(listed.filter((each) => each.startsWith("dist/")).sort()).toEqual(
      ["core", "electron", "vendor", "web"].map((part) => `dist/${part}`),
    );
    const [{ filter }] = config.extraResources;
    const retinas = files("retinas/").map((file) => file.slice("retinas/".length));
    expect(retinas).toContain("languages/de.pack");
    expect(retinas.filter((file) => !fits(file, filter))).toEqual([]);
  });

  it("packs of what the encoder needs the files that are loaded alone", () => {
    const left = (config.files as string[]).filter((pattern) => pattern.startsWith("!"));
    const isPacked = (file: string) =>
      !left.some((pattern) => minimatch(file, pattern.slice(1), { dot: true }));
    const packed = (name: string) =>
      readdirSync(new URL(`node_modules/${name}`, ROOT), { recursive: true, encoding: "utf8" })
        .map((file) => file.replaceAll("\\", "/"))
        .filter((file) => /\.(mjs|cjs|js|wasm|map|d\.ts)$/.test(file))
        .filter((file) => isPacked(`node_modules/${name}/${file}`))
        .sort();
    expect(packed("onnxruntime-common").every((file) => file.startsWith("dist/esm/"))).toBe(true);
    expect(packed("onnxruntime-common")).toContain("dist/esm/index.js");
    expect(packed("@huggingface/tokenizers")).toEqual(["dist/tokenizers.mjs"]);
  });
});
