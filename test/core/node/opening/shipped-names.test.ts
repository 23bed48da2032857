import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { checkNames } from "../../../../core/atlas/check-names.ts";
import { editedNamesOf } from "../../../../core/atlas/edited-names.ts";
import { keptAtlas } from "../../../../core/node/opening/atlas-files.ts";
import {
  listRetinaFiles,
  loadRetina,
  namesFileOf,
} from "../../../../core/node/opening/retina-files.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const BUILT = path.join(ROOT, "dist/core/atlases");
const folder = path.join(ROOT, "retinas");
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
      // As the build has divided it; what it kept of names that are not used would not be taken, and why is said.
      const warn = vi.spyOn(console, "warn");
      const own = await mkdtemp(path.join(tmpdir(), "semascope-atlases-"));
      const atlas = await keptAtlas(own, retina, BUILT);
      expect(warn.mock.calls).toEqual([]);
      warn.mockRestore();
      await rm(own, { recursive: true, maxRetries: 10 });
      const names = editedNamesOf(retina);
      if (names === undefined) throw new Error("There are no names.");
      expect(checkNames(retina, atlas, names)).toEqual([]);
      expect(names.regions.filter(({ note }) => note === "")).toEqual([]);
    });
  },
);
