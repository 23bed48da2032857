import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { codeLines, type SourceLine, sampleLines } from "./sample-lines.ts";

const HELP = `Changes the engine at random places, one at a time, and counts how many changes the unit tests notice.

  npm run mutate -- [--lines N] [--seed N] [--only TEXT]
  npm run mutate -- --at FILE:LINE [--at FILE:LINE ...]

  --lines N      lines of core that are changed, each in every way that applies; 150 by default
  --seed N       which lines are drawn; 1 by default
  --only TEXT    draws from files with this in their path only, such as core/text/
  --at FILE:LINE this line in place of drawn ones, to see whether a new test notices what others missed; runs only the tests
                 that load the file
`;

/** The tests of this run read these as sources. Threads and processes run the built files, which are not changed. */
const LEFT_OUT = ["core/node/", "core/kernel/assembly/", "core/api/endpoints/"];

const { values } = parseArgs({
  options: {
    lines: { type: "string", default: "150" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "core/" },
    at: { type: "string", multiple: true, default: [] },
    help: { type: "boolean", default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await mutate(values.at.length > 0 ? values.at.map(readPlace) : await chooseLines());

function readPlace(place: string): SourceLine {
  const [, file, line] = /^(core\/.+\.ts):(\d+)$/.exec(place) ?? [];
  if (file === undefined || line === undefined)
    throw new Error(`--at takes a line of core, such as core/text/tokens.ts:132, not ${place}.`);
  return { file, line: Number(line) };
}

async function chooseLines(): Promise<SourceLine[]> {
  const files = (await readdir("core", { recursive: true }))
    .map((file) => path.posix.join("core", file.replaceAll(path.sep, "/")))
    .filter((file) => /(?<!\.generated|\.d)\.ts$/.test(file) && file.includes(values.only))
    .filter((file) => !LEFT_OUT.some((folder) => file.startsWith(folder)));
  const lines = await Promise.all(
    files.sort().map(async (file) => codeLines(file, await readFile(file, "utf8"))),
  );
  return sampleLines(lines.flat(), Number(values.lines), Number(values.seed));
}

async function mutate(lines: readonly SourceLine[]): Promise<void> {
  process.env.CI = "true";
  const options: ConstructorParameters<typeof Stryker>[0] = {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "test/config/mutation.config.ts", related: values.at.length > 0 },
    mutate: lines.map(({ file, line }) => `${file}:${line}-${line}`),
    // What a message says is proofread, not tested.
    mutator: { plugins: null, excludedMutations: ["StringLiteral", "Regex"] },
    // Tests read the packages that are bundled and start threads, which run as built; retinas are large.
    ignorePatterns: [
      "dist/*",
      "!dist/core",
      "!dist/vendor",
      ".git",
      "retinas/*.retina",
      "/renderer/media",
    ],
    ignoreStatic: true,
    disableTypeChecks: false,
    concurrency: 2,
    timeoutMS: 60_000,
    // The first run, of all tests, takes minutes where others use the machine.
    dryRunTimeoutMinutes: 30,
    reporters: ["clear-text", "progress-append-only"],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    allowEmpty: true,
  };
  const results = await new Stryker(options).runMutationTest();
  const isSuite = (test: string) => test.includes("contract.test.ts");
  // Tests whose setup fails are passed over without a word.
  if (values.at.length === 0 && !results.some(({ coveredBy }) => coveredBy?.some(isSuite)))
    throw new Error("The contract suites ran no changed line: see whether they run at all.");
}
