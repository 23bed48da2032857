import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Adds up the reports of the unit, cluster and browser tests in a folder and prints one line, the last of `.ci/run`.
 * `node count-results.js FOLDER STATUS`: a STATUS other than 0 without a failed test (a check, a build, a
 * crash of a runner) counts as one failure.
 */

const [folder = ".", status = "0"] = process.argv.slice(2);

const vitest = ["unit.json", "cluster.json"].map(readReport);
const e2e = readReport("e2e.json")?.stats;

const counts = {
  passed: sum((report) => report?.numPassedTests) + (e2e?.expected ?? 0),
  failed: sum((report) => report?.numFailedTests) + sum(brokenSuites) + (e2e?.unexpected ?? 0),
  skipped:
    sum((report) => report?.numPendingTests) +
    sum((report) => report?.numTodoTests) +
    (e2e?.skipped ?? 0),
};
if (counts.failed === 0 && status !== "0") counts.failed = 1;

const skipped = counts.skipped === 0 ? "" : `, ${counts.skipped} skipped`;
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);

function sum(figureOf) {
  return vitest.reduce((total, report) => total + (figureOf(report) ?? 0), 0);
}

/** Test files that could not even be loaded hold no failed test, but failed all the same. */
function brokenSuites(report) {
  const files = report?.testResults ?? [];
  return files.filter((file) => file.status === "failed" && file.assertionResults.length === 0)
    .length;
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(folder, name), "utf8"));
  } catch {
    return undefined;
  }
}
