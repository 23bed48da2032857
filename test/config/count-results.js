import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Adds up the reports of the unit, cluster and browser tests in a folder and prints one line, the last of `.ci/run`.
 * `node count-results.js FOLDER STATUS`: a STATUS other than 0 without a failed test (a check, a build, a
 * crash of a runner) counts as one failure.
 */

const [folder = ".", status = "0"] = process.argv.slice(2);

const vitest = ["unit.json", "cluster.json"].map(readReport);
/** One of each browser. */
const playwright = readdirSync(folder)
  .filter((name) => name.startsWith("e2e-"))
  .map((name) => readReport(name)?.stats);

const counts = {
  passed:
    sum(vitest, (report) => report?.numPassedTests) + sum(playwright, (stats) => stats?.expected),
  failed:
    sum(vitest, (report) => report?.numFailedTests) +
    sum(vitest, brokenSuites) +
    sum(playwright, (stats) => stats?.unexpected),
  skipped:
    sum(vitest, (report) => report?.numPendingTests) +
    sum(vitest, (report) => report?.numTodoTests) +
    sum(playwright, (stats) => stats?.skipped),
};
if (counts.failed === 0 && status !== "0") counts.failed = 1;

const skipped = counts.skipped === 0 ? "" : `, ${counts.skipped} skipped`;
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);

function sum(reports, figureOf) {
  return reports.reduce((total, report) => total + (figureOf(report) ?? 0), 0);
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
