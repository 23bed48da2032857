import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { writeAtlas } from "../../../../core/atlas/atlas-bytes.ts";
import type { buildAtlas as real } from "../../../../core/atlas/build-atlas.ts";
import { DIVISION } from "../../../../core/atlas/division.ts";
import type { Atlas } from "../../../../core/atlas/types.ts";
import { CELLS } from "../../../../core/kernel/grid.ts";
import {
  atlasName,
  codeDigest,
  DIVIDING_CODE,
  keptAtlas,
} from "../../../../core/node/opening/atlas-files.ts";
import { openRetina } from "../../../../core/retina/open-retina.ts";
import type { Retina } from "../../../../core/retina/types.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { tinyRetinaData } from "../../../support/tiny-retina.ts";

/** Dividing a map takes seconds and has its own tests; here a map has two halves, named after the retina. */
const buildAtlas = vi.hoisted(() => vi.fn<typeof real>());
vi.mock("../../../../core/atlas/build-atlas.ts", () => ({ buildAtlas }));

function halvesOf({ name }: Retina): Atlas {
  const half = (id: number) => ({ id, level: 0, parent: null, cells: CELLS / 2, coherence: 0.5 });
  return {
    regions: [0, 1].map((id) => ({
      ...half(id),
      label: `${name} ${id}`,
      runnersUp: [],
      centre: 32 + 64 * id,
    })),
    regionOf: [Uint16Array.from({ length: CELLS }, (_, cell) => (cell % 128 < 64 ? 0 : 1))],
    kinship: Float32Array.from({ length: CELLS }, (_, cell) => cell / CELLS),
  };
}

const fromFile = (name: string, regionNames = "") =>
  openRetina(writeRetina(tinyRetinaData({ name })), name, regionNames);
const retina = fromFile("en_associative");
const found = halvesOf(retina);
let folder: string;
beforeEach(async () => {
  buildAtlas.mockReset().mockImplementation(halvesOf);
  folder = path.join(await mkdtemp(path.join(tmpdir(), "semascope-")), "atlases");
});
afterEach(() => rm(path.dirname(folder), { recursive: true, force: true, maxRetries: 10 }));

const onlyFile = async () => path.join(folder, (await readdir(folder))[0] ?? "");

describe("regions kept on disk", () => {
  it("are the same when they are read again, without dividing the map again", async () => {
    expect(await keptAtlas(folder, retina)).toEqual(found);
    const unreadable = new Proxy(retina, {
      get: (target, key) => {
        if (key === "checksum" || key === "regionNames") return target[key];
        throw new Error(`${String(key)} was asked for`);
      },
    });
    expect(await keptAtlas(folder, unreadable)).toEqual(found);
    expect(buildAtlas).toHaveBeenCalledOnce();
  });

  it("are those that came with the program, where nothing was kept yet", async () => {
    const built = path.join(path.dirname(folder), "built");
    await mkdir(built);
    const { regions, ...rest } = found;
    const renamed = regions.map((each) => ({ ...each, label: `${each.label}!` }));
    await writeFile(
      path.join(built, await atlasName(retina)),
      writeAtlas({ ...rest, regions: renamed }),
    );
    expect(await keptAtlas(folder, retina, built)).toEqual({ ...rest, regions: renamed });
    await expect(readdir(folder)).rejects.toThrow("ENOENT");
    expect(buildAtlas).not.toHaveBeenCalled();
    const another = fromFile("another");
    expect(await keptAtlas(folder, another, built)).toEqual(halvesOf(another));
  });

  it("are not those of another retina", async () => {
    await keptAtlas(folder, retina);
    const another = fromFile("another");
    expect(await keptAtlas(folder, another)).toEqual(halvesOf(another));
    expect(await readdir(folder)).toHaveLength(2);
  });

  it("are not those with other names that an editor gave, unless these cannot be used", async () => {
    await keptAtlas(folder, retina);
    const head = `retina\t${retina.checksum}\ndivision\t${DIVISION}\n`;
    const names = `${head}level\tplace\tname\tkind\tnote\n`;
    await keptAtlas(folder, fromFile("en_associative", names));
    expect(buildAtlas.mock.calls.map(([, naming]) => naming?.names)).toEqual(["", names]);
    await keptAtlas(folder, fromFile("en_associative", "no table of names"));
    expect(buildAtlas).toHaveBeenCalledTimes(2);
    expect(await readdir(folder)).toHaveLength(2);
  });

  it("are found again at each start, with a sentence, where the names turn out not to fit", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    buildAtlas.mockImplementation((of, naming) => {
      naming?.say?.("no line names the region round the cell 7");
      return halvesOf(of);
    });
    for (const _ of [1, 2]) expect(await keptAtlas(folder, retina)).toEqual(found);
    expect(warn).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenCalledWith(
      expect.stringContaining("“en_associative” are not used: no line names the region"),
    );
    await expect(readdir(folder)).rejects.toThrow("ENOENT");
  });

  it("are not those that other code found, wherever the change lies", async () => {
    const copy = path.join(path.dirname(folder), "core");
    const own = path.resolve(import.meta.dirname, "../../../../core");
    for (const name of DIVIDING_CODE)
      await cp(path.join(own, name), path.join(copy, name), { recursive: true });
    const seen = new Set([await codeDigest(copy)]);
    expect(seen).toContain(await codeDigest(own));
    const files = ["atlas/kinship.ts", "kernel/inverted-index.ts", "retina/contexts.ts"];
    for (const file of files) {
      await appendFile(path.join(copy, file), "// changed");
      seen.add(await codeDigest(copy));
    }
    expect(seen.size).toBe(1 + files.length);
  });

  it("depend on no code outside the folders that are looked at", async () => {
    const core = path.resolve(import.meta.dirname, "../../../../core");
    const found = new Set<string>();
    for (const folder of DIVIDING_CODE)
      for (const file of await readdir(path.join(core, folder)))
        if (file.endsWith(".ts"))
          for (const [, other = ""] of (
            await readFile(path.join(core, folder, file), "utf8")
          ).matchAll(/from "\.\.\/([^"]+)"/g))
            found.add(other.split("/")[0] ?? "");
    // The wording of errors changes no region.
    expect([...found].filter((name) => name !== "errors.ts").sort()).toEqual(
      expect.arrayContaining(["kernel", "retina"]),
    );
    for (const name of found) expect([...DIVIDING_CODE, "errors.ts"]).toContain(name);
  });

  it("are found again where the file is damaged, cut short or empty, and the file is made whole", async () => {
    await keptAtlas(folder, retina);
    const file = await onlyFile();
    const whole = await readFile(file);
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(200) ^ 4, 200);
    for (const bytes of [damaged, whole.subarray(0, 1000), Buffer.alloc(0)]) {
      await writeFile(file, bytes);
      expect(await keptAtlas(folder, retina)).toEqual(found);
      expect((await readFile(file)).equals(whole)).toBe(true);
    }
  });

  it("are found where nothing can be written", async () => {
    await writeFile(folder, "a file where the folder should be");
    expect(await keptAtlas(folder, retina)).toEqual(found);
  });

  it("stay few, however many retinas come and go", async () => {
    await mkdir(folder);
    for (let i = 0; i < 20; i++) {
      const file = path.join(folder, `${i}.atlas`);
      await writeFile(file, "of a retina that was here once");
      await utimes(file, 1000 + i, 1000 + i);
    }
    await keptAtlas(folder, retina);
    const kept = await readdir(folder);
    expect(kept).toHaveLength(16);
    expect(kept).toContain("19.atlas");
    expect(kept).not.toContain("4.atlas");
  });
});
