import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Adds up the reports of the unit, cluster and browser tests in a folder and prints one line, the last of `.ci/run`.
 * Before it, each failed test is printed with the first lines of its message.
 * `node count-results.js FOLDER STATUS`: a STATUS other than 0 without a failed test (a check, a build, a
 * crash of a runner) counts as one failure.
 */

const MESSAGE_LINES = 20;

const [folder = ".", status = "0"] = process.argv.slice(2);

const vitest = ["unit.json", "cluster.json"].map(readReport);
/** One of each browser. */
const browsers = readdirSync(folder)
  .filter((name) => name.startsWith("e2e-"))
  .map(readReport);
const playwright = browsers.map((report) => report?.stats);

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

for (const failure of [...vitest.flatMap(unitFailures), ...browsers.flatMap(browserFailures)]) {
  console.log(`FAILED ${failure.name}`);
  for (const line of failure.message.split("\n").slice(0, MESSAGE_LINES))
    console.log(`    ${line}`);
}

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

function unitFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    if (file.status === "failed" && failed.length === 0)
      return [{ name: file.name, message: file.message ?? "" }];
    return failed.map((test) => ({
      name: `${file.name} > ${test.fullName}`,
      message: (test.failureMessages ?? []).join("\n"),
    }));
  });
}

/** A report holds suites within suites, and each test's last run says why it failed. */
function browserFailures(report) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  return (report?.suites ?? []).flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected")
      .map((test) => ({
        name: `${spec.file} > ${spec.title}`,
        message: test.results.at(-1)?.error?.message ?? "",
      })),
  );
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(folder, name), "utf8"));
  } catch {
    return undefined;
  }
}
