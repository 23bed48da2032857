import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeAtlas } from "../../core/atlas/atlas-bytes.ts";
import { buildAtlas } from "../../core/atlas/build-atlas.ts";
import type { Atlas } from "../../core/atlas/types.ts";
import { writeSafely } from "../../core/node/config/write-safely.ts";
import { type Host, type HostOptions, startHost } from "../../core/node/http/start-host.ts";
import { atlasName } from "../../core/node/opening/atlas-files.ts";
import { writeRetinaFile } from "../../core/node/opening/retina-files.ts";
import type { IndexedRetina } from "../../core/retina/indexed-retina.ts";
import { openRetina } from "../../core/retina/open-retina.ts";
import { writeRetina } from "../../core/retina/write-retina.ts";
import { tinyRetinaData } from "./tiny-retina.ts";

export const TINY_NAMES = ["en_associative", "en_synonymous"] as const;

/** A host on a free port with two tiny retinas and folders of its own. */
export interface TestHost extends Host {
  readonly folder: string;
  /** Stops the host and deletes the folder. */
  end(): Promise<void>;
}

/** `prepare` puts files into the folder before the host starts. */
export async function startTestHost(
  options: HostOptions = {},
  prepare?: (folder: string) => Promise<void>,
): Promise<TestHost> {
  const folder = await makeTestFolder();
  await prepare?.(folder);
  const host = await startHost({ port: 0, threads: 0, ...optionsFor(folder), ...options });
  return {
    ...host,
    folder,
    async end() {
      await host.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

export const optionsFor = (folder: string) => ({
  retinas: path.join(folder, "retinas"),
  files: [path.parse(folder).root],
  directories: { config: path.join(folder, "config"), data: path.join(folder, "data") },
});

interface TestMaps {
  /** Of every map, in place of those that it is divided into. */
  readonly regions: Atlas;
  /** Of the second retina, whose words then have other cells than those of the first. */
  readonly secondSeed: number;
}

/** A temporary folder with `retinas/`, which holds the tiny retinas, and the regions of their maps; others where they are given. */
export async function makeTestFolder(maps?: TestMaps): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-"));
  const atlases = path.join(folder, "data", "atlases");
  await mkdir(atlases, { recursive: true });
  for (const name of TINY_NAMES) {
    const seed = name === TINY_NAMES[1] ? maps?.secondSeed : undefined;
    const bytes = writeRetina(tinyRetinaData({ name }, seed));
    await writeRetinaFile(path.join(folder, "retinas", `${name}.retina`), bytes);
    const retina = openRetina(bytes);
    const divided = maps ? writeAtlas(maps.regions) : await keptBetweenRuns(retina);
    // Threads and processes run what was built of the source that this process runs; a mutation run has nothing built.
    for (const code of ["core", "dist/core"].map((folder) => path.join(ROOT, folder)))
      if (existsSync(code))
        await writeFile(path.join(atlases, await atlasName(retina, code)), divided);
  }
  return folder;
}

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Dividing a map takes seconds, for which every host of a test would wait again. */
async function keptBetweenRuns(retina: IndexedRetina): Promise<Uint8Array> {
  const file = path.join(ROOT, "dist/test/atlases", await atlasName(retina));
  if (!existsSync(file)) await writeSafely(file, writeAtlas(buildAtlas(retina)));
  return readFile(file);
}
