import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runNode } from "./run-node.js";

/**
 * What is built from the host: the page, the regions of the shipped retinas, what is shipped of other packages, and what the
 * service has ready. A part whose inputs are as they were is not built again. `node build-parts.js [PART...]`; without a name all of them.
 */

const SHARED = ["core", "package-lock.json"];
const PARTS = {
  page: {
    inputs: [...SHARED, "renderer", "tsconfig.json", "test/config/vite.config.ts"],
    output: "dist/web/index.html",
    step: ["node_modules/vite/bin/vite.js", "build", "--config=test/config/vite.config.ts"],
  },
  atlases: {
    inputs: [...SHARED, "retinas", "test/config/build-atlases.js"],
    output: "dist/core/atlases",
    step: ["test/config/build-atlases.js"],
  },
  vendor: {
    inputs: ["package-lock.json", "test/config/build-vendor.js", "test/config/vendor"],
    output: "dist/vendor",
    step: ["test/config/build-vendor.js"],
  },
  ready: {
    inputs: [...SHARED, "retinas", "test/config/build-ready.js"],
    output: "dist/core/ready",
    step: ["test/config/build-ready.js"],
  },
};

const asked = process.argv.slice(2);
// The others are built by code that uses it.
const first = await build("vendor");
const codes = await Promise.all((asked.length === 0 ? Object.keys(PARTS) : asked).map(build));
process.exit([first, ...codes].find((code) => code !== 0) ?? 0);

/** @returns the exit code, 0 when there was nothing to do */
async function build(name) {
  const { inputs, output, step } = PARTS[name];
  const stamp = join("dist/stamps", name);
  const digest = digestOf(inputs);
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return 0;
  const code = await runNode(...step);
  mkdirSync(dirname(stamp), { recursive: true });
  if (code === 0) writeFileSync(stamp, digest);
  return code;
}

/** Of names and contents. */
function digestOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesOf)) hash.update(`${path}\n`).update(readFileSync(path));
  return hash.digest("hex");
}

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
