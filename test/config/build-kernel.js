import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const root = fileURLToPath(new URL("../../", import.meta.url));
const OPTIONS =
  "--runtime stub --noAssert --optimizeLevel 3 --shrinkLevel 0 --enable simd --use abort=";

/** The kernels: AssemblyScript source, the module made from it, the constant it holds, and own compiler options. */
export const kernels = [
  {
    source: "core/kernel/assembly/index.ts",
    target: "core/kernel/wasm.generated.ts",
    constant: "kernelBase64",
    options: "",
  },
  {
    source: "core/kernel/assembly/rows.ts",
    target: "core/kernel/rows-wasm.generated.ts",
    constant: "rowsBase64",
    options: "",
  },
  {
    source: "core/kernel/assembly/piles.ts",
    target: "core/kernel/piles-wasm.generated.ts",
    constant: "pilesBase64",
    options: "",
  },
  {
    source: "core/kernel/assembly/refine.ts",
    target: "core/kernel/refine-wasm.generated.ts",
    constant: "refineBase64",
    options: "",
  },
  {
    source: "core/kernel/assembly/lists.ts",
    target: "core/kernel/lists-wasm.generated.ts",
    constant: "listsBase64",
    options: "",
  },
  {
    source: "core/kernel/assembly/search.ts",
    target: "core/kernel/search-wasm.generated.ts",
    constant: "searchBase64",
    options:
      "--enable threads --importMemory --sharedMemory --initialMemory 1 --maximumMemory 65536",
  },
];

/** The text of the generated module for the kernel's present source. */
export async function compileKernel({ source, constant, options } = kernels[0]) {
  const scratch = mkdtempSync(join(tmpdir(), "kernel-"));
  try {
    const outFile = join(scratch, "kernel.wasm");
    const flags = `${OPTIONS} ${options}`.trim().split(" ");
    const { error, stderr } = await asc.main(
      [source, "--outFile", outFile, "--baseDir", root].concat(flags),
    );
    if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
    const base64 = readFileSync(outFile).toString("base64");
    return `// Made by \`npm run build:kernel\` from ${source}.\nexport const ${constant} =\n  "${base64}";\n`;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const kernel of kernels)
    writeFileSync(join(root, kernel.target), await compileKernel(kernel));
}
