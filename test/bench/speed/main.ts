import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { listRetinaFiles } from "../../../core/node/opening/retina-files.ts";
import { openRetina } from "../../../core/retina/open-retina.ts";
import type { Retina } from "../../../core/retina/types.ts";
import { writeRetina } from "../../../core/retina/write-retina.ts";
import { syntheticRetina } from "../../support/retina-builder.ts";
import { enlarge } from "./enlarge.ts";
import { measureReader } from "./measure-reader.ts";
import { measureRetina, type Report } from "./measure-retina.ts";
import { printReports } from "./print-reports.ts";

const HELP = `Times opening, searching and reading with retinas of growing size.

  npm run bench:speed -- [--retinas DIR] [--sizes 100000,1000000] [--json]
  npm run bench:speed -- --reader NAME

  --retinas DIR   trained retinas to time as they are, and to make the others of; by default retinas/
  --sizes LIST    terms of the retinas that are made; by default 25000, 100000 and 1000000
  --json          one JSON object instead of a table
  --reader NAME   nothing but a reader of yours (semascope reader fit) beside its bare encoder
`;
/** Terms of the seeded retina that is used where no trained one is there. */
const STAND_IN_TERMS = 20_000;

const { values } = parseArgs({
  options: {
    retinas: { type: "string", default: "retinas" },
    sizes: { type: "string", default: "25000,100000,1000000" },
    json: { type: "boolean", default: false },
    reader: { type: "string" },
    help: { type: "boolean", default: false },
    /** One file, in a process of its own. */
    measure: { type: "string" },
  },
});

if (values.help) process.stdout.write(HELP);
else if (values.reader !== undefined) process.stdout.write(await measureReader(values.reader));
else if (values.measure !== undefined)
  process.stdout.write(JSON.stringify(await measureRetina(values.measure)));
else {
  const sizes = values.sizes.split(",").map(Number);
  if (sizes.every((size) => Number.isInteger(size) && size > 0))
    await run(values.retinas, sizes, values.json);
  else {
    process.stderr.write(`Sizes are whole numbers above 0, not ${values.sizes}.\n`);
    process.exitCode = 2;
  }
}

async function run(folder: string, sizes: readonly number[], asJson: boolean): Promise<void> {
  const trained = await listRetinaFiles(folder);
  const scratch = mkdtempSync(path.join(tmpdir(), "bench-speed-"));
  try {
    const reports = trained.map(measureApart);
    for (const terms of sizes) {
      const file = path.join(scratch, `${terms}.retina`);
      writeFileSync(file, writeRetina(enlarge(await openBase(trained[0]), terms)));
      reports.push(measureApart(file));
      rmSync(file);
    }
    process.stdout.write(asJson ? `${JSON.stringify({ reports })}\n` : printReports(reports));
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function openBase(file: string | undefined): Promise<Retina> {
  return file === undefined
    ? syntheticRetina(STAND_IN_TERMS)
    : openRetina(await readFile(file), file);
}

/** In a fresh process: nothing is compiled or loaded yet, and its memory is the retina's. */
function measureApart(file: string): Report {
  const script = fileURLToPath(import.meta.url);
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--expose-gc", script, "--measure", file],
    { encoding: "utf8", maxBuffer: 1e8 },
  );
  if (status !== 0) throw new Error(`Timing ${file} failed.\n${stderr}`);
  return JSON.parse(stdout) as Report;
}
