import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const root = fileURLToPath(new URL("../../", import.meta.url));
const OPTIONS =
  "--runtime stub --noAssert --optimizeLevel 3 --shrinkLevel 0 --enable simd --use abort=";

/** The modules: AssemblyScript source, the file made from it, the constant it holds, and own compiler options. */
export const kernels = [
  {
    source: "core/kernel/assembly/kernel.ts",
    target: "core/kernel/kernel-wasm.generated.ts",
    constant: "kernelBase64",
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
