import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  listRetinaFiles,
  loadRetina,
  writeRetinaFile,
} from "../../../../core/node/opening/retina-files.ts";
import { attachRetina } from "../../../../core/retina/index-retina.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { tinyRetinaData } from "../../../support/tiny-retina.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "retinas-"));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const inFolder = (name: string) => path.join(folder, name);

test("a saved retina loads again, and nothing is left beside it", async () => {
  await writeRetinaFile(inFolder("deep/tiny.retina"), writeRetina(tinyRetinaData()));
  const retina = await loadRetina(inFolder("deep/tiny.retina"));
  expect(retina.term(retina.idOf("river bank"))).toBe("river bank");
  expect(await readdir(inFolder("deep"))).toEqual(["tiny.retina"]);
});

test("the names of regions are read from the file beside a retina; one that cannot be read keeps no retina shut", async () => {
  await writeRetinaFile(inFolder("tiny.retina"), writeRetina(tinyRetinaData()));
  expect((await loadRetina(inFolder("tiny.retina"))).regionNames).toBe("");
  await writeFile(inFolder("tiny.names.tsv"), "names");
  const { tables } = await loadRetina(inFolder("tiny.retina"));
  expect(attachRetina(tables).regionNames).toBe("names");
  await rm(inFolder("tiny.names.tsv"));
  await mkdir(inFolder("tiny.names.tsv"));
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  expect((await loadRetina(inFolder("tiny.retina"))).regionNames).toBe("");
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("tiny.names.tsv"));
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

test("the files of a folder are listed in order of their names, those of one that is not there as none", async () => {
  for (const name of ["b.retina", "a.retina", ".c.retina", "readme.md"])
    await writeFile(inFolder(name), "");
  expect(await listRetinaFiles(folder)).toEqual([inFolder("a.retina"), inFolder("b.retina")]);
  expect(await listRetinaFiles(inFolder("none"))).toEqual([]);
});
