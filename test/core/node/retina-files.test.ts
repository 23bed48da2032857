import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  loadRetina,
  loadRetinaFolder,
  saveRetina,
  saveRetinaBytes,
} from "../../../core/node/retina-files.ts";
import { tinyRetinaData } from "../../support/tiny-retina.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "retinas-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inFolder = (name: string) => path.join(folder, name);

test("a saved retina loads again, and nothing is left beside it", async () => {
  await saveRetina(inFolder("deep/tiny.retina"), tinyRetinaData());
  const retina = await loadRetina(inFolder("deep/tiny.retina"));
  expect(retina.term(retina.idOf("river bank"))).toBe("river bank");
  expect(await readdir(inFolder("deep"))).toEqual(["tiny.retina"]);
});

test("a file that is no sound retina is refused by name, and one that is not there too", async () => {
  await writeFile(inFolder("notes.retina"), "not a retina");
  await expect(loadRetina(inFolder("notes.retina"))).rejects.toMatchObject({
    code: "bad-retina-file",
    message: expect.stringContaining("notes.retina"),
  });
  await expect(loadRetina(inFolder("none.retina"))).rejects.toMatchObject({ code: "not-found" });
  await expect(loadRetina(folder)).rejects.toMatchObject({ code: "bad-retina-file" });
});

test("bytes that do not open are not saved, and the file that was there stays", async () => {
  await saveRetina(inFolder("tiny.retina"), tinyRetinaData());
  await expect(saveRetinaBytes(inFolder("tiny.retina"), Uint8Array.of(1, 2))).rejects.toMatchObject(
    {
      code: "bad-retina-file",
    },
  );
  expect((await loadRetina(inFolder("tiny.retina"))).termCount).toBe(52);
});

test("a folder opens in order of file name; bad files and second retinas of one name are told apart", async () => {
  await saveRetina(inFolder("b.retina"), tinyRetinaData({ name: "two" }));
  await saveRetina(inFolder("a.retina"), tinyRetinaData({ name: "one" }));
  await saveRetina(inFolder("c.retina"), tinyRetinaData({ name: "one" }));
  await writeFile(inFolder("d.retina"), "");
  await writeFile(inFolder("readme.md"), "");
  const { retinas, refused } = await loadRetinaFolder(folder);
  expect(retinas.map(({ retina }) => retina.name)).toEqual(["one", "two"]);
  expect(refused.map(({ file, error }) => [path.basename(file), error.code])).toEqual([
    ["c.retina", "conflict"],
    ["d.retina", "bad-retina-file"],
  ]);
});

test("a folder that is not there has no retinas", async () => {
  expect(await loadRetinaFolder(inFolder("none"))).toEqual({ retinas: [], refused: [] });
});
