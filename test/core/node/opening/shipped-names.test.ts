import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { buildAtlas } from "../../../../core/atlas/build-atlas.ts";
import { checkNames } from "../../../../core/atlas/check-names.ts";
import { editedNamesOf } from "../../../../core/atlas/edited-names.ts";
import {
  listRetinaFiles,
  loadRetina,
  namesFileOf,
} from "../../../../core/node/opening/retina-files.ts";

const folder = path.resolve(import.meta.dirname, "../../../../retinas");
const retinas = await listRetinaFiles(folder);
const files = (await readdir(folder)).filter((name) => name.endsWith(".names.tsv"));

it("every file of names lies beside a retina", () => {
  const places = retinas.map((file) => path.basename(namesFileOf(file)));
  expect(places).toEqual(expect.arrayContaining(files));
});

describe.each(retinas.filter((file) => files.includes(path.basename(namesFileOf(file)))))(
  "the edited names of %s",
  (file) => {
    it("are used, and each of them holds", async () => {
      const retina = await loadRetina(file);
      const reasons: string[] = [];
      const atlas = buildAtlas(retina, { say: (reason) => reasons.push(reason) });
      expect(reasons).toEqual([]);
      const names = editedNamesOf(retina);
      if (names === undefined) throw new Error("There are no names.");
      expect(checkNames(retina, atlas, names)).toEqual([]);
      expect(names.regions.filter(({ note }) => note === "")).toEqual([]);
    });
  },
);
