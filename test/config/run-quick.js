import { readdirSync } from "node:fs";
import { runNode, runNodeBeside } from "./run-node.js";

/**
 * `npm run test:quick`: types, lint, import rules, and the tests that neither train, divide maps nor start anything.
 * `npm run test:quick -- WORD...` runs instead the unit tests whose path has one of the words in it; where no path has, those
 * whose name has all of them.
 */

const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--config=test/config/vitest.config.ts"];
const QUICK = ["--project=pure", "--project=page", "--project=*stand-ins"];

const words = process.argv.slice(2);
const started = Date.now();
const codes = await Promise.all([
  // Begins with the check of types: what it builds is what threads of tests run.
  runNode(...VITEST, ...(words.length === 0 ? QUICK : testsWith(words))),
  runNodeBeside("node_modules/@biomejs/biome/bin/biome", "check"),
  runNodeBeside(
    "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
    "--config=test/config/dependency-rules.cjs",
    ...["core", "electron", "renderer", "test"],
  ),
]);
const isGood = codes.every((code) => code === 0);
const seconds = Math.round((Date.now() - started) / 1000);
console.log(`${isGood ? "All is well" : "Something failed"}, after ${seconds} s.`);
process.exit(isGood ? 0 : 1);

function testsWith(words) {
  const files = readdirSync("test", { recursive: true });
  const paths = files.filter((file) => /\.test\.tsx?$/.test(file));
  const isPath = words.some((word) => paths.some((path) => path.includes(word)));
  return isPath ? words : ["--testNamePattern", words.join(" ")];
}
