import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker, workerData } from "node:worker_threads";

/**
 * The regions of the retinas that come with the program, found now so that its first start need not: files in dist/core/atlases,
 * named after the retina, its edited names and the code that divides maps. Those that are there already stay; it takes about 7 s otherwise.
 */

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "dist/core/atlases");
const { listRetinaFiles, loadRetina } = await import(
  "../../dist/core/node/opening/retina-files.js"
);
const { atlasName } = await import("../../dist/core/node/opening/atlas-files.js");

if (workerData?.file === undefined) await makeAll();
else await make(workerData.file);

/** Each on a thread of its own. */
async function makeAll() {
  await mkdir(folder, { recursive: true });
  const names = await Promise.all((await listRetinaFiles(join(root, "retinas"))).map(onThread));
  const stale = (await readdir(folder)).filter((name) => !names.includes(name));
  await Promise.all(stale.map((name) => rm(join(folder, name))));
}

function onThread(file) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { file } });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function make(file) {
  const { parentPort } = await import("node:worker_threads");
  const retina = await loadRetina(file);
  const name = await atlasName(retina);
  if (!(await readdir(folder)).includes(name)) {
    const { buildAtlas } = await import("../../dist/core/atlas/build-atlas.js");
    const { unused } = await import("../../dist/core/atlas/edited-names.js");
    const { writeAtlas } = await import("../../dist/core/atlas/atlas-bytes.js");
    const say = (reason) => console.warn(unused(retina, reason));
    await writeFile(join(folder, name), writeAtlas(buildAtlas(retina, { say })));
    await chmod(join(folder, name), 0o644);
  }
  parentPort.postMessage(name);
}
