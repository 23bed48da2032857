import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileKernel, kernels } from "../../config/build-kernel.js";

test.each(kernels)("$target is what $source compiles to", async (kernel) => {
  expect(await compileKernel(kernel)).toBe(readFileSync(kernel.target, "utf8"));
});
