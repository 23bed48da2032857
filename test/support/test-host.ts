import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Host, type HostOptions, startHost } from "../../core/node/http/start-host.ts";
import { writeRetinaFile } from "../../core/node/opening/retina-files.ts";
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
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const optionsFor = (folder: string) => ({
  retinas: path.join(folder, "retinas"),
  files: [path.parse(folder).root],
  directories: { config: path.join(folder, "config"), data: path.join(folder, "data") },
});

/** A temporary folder with `retinas/`, which holds the tiny retinas. */
export async function makeTestFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-"));
  for (const name of TINY_NAMES)
    await writeRetinaFile(
      path.join(folder, "retinas", `${name}.retina`),
      writeRetina(tinyRetinaData({ name })),
    );
  return folder;
}
