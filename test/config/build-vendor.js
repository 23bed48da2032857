import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build } from "vite";

/**
 * What the program needs of packages that are many times larger: three of the 140 MB of `onnxruntime-web` and three of the 300
 * files of a typeface, with their licences; and TypeBox and Ajv in one file each, as their 370 and 85 took half the time that a
 * thread needs to load its code. `imports` in package.json says where the program finds them, so that whoever installs it does
 * not install those packages.
 */
const PARTS = {
  onnxruntime: [
    ...["ort.node.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm"].map(
      (file) => `node_modules/onnxruntime-web/dist/${file}`,
    ),
    // The package has none of its own.
    "test/config/vendor/onnxruntime/LICENSE",
  ],
  fonts: [
    ...[400, 500, 600].map(
      (weight) => `node_modules/@fontsource/inter/files/inter-latin-${weight}-normal.woff`,
    ),
    "node_modules/@fontsource/inter/LICENSE",
  ],
};

const IN_ONE_FILE = {
  typebox: "node_modules/typebox/build/index.mjs",
  ajv: "test/config/vendor/ajv.js",
};

rmSync("dist/vendor", { recursive: true, force: true });
for (const [part, files] of Object.entries(PARTS)) {
  const folder = join("dist/vendor", part);
  mkdirSync(folder, { recursive: true });
  for (const file of files) copyFileSync(file, join(folder, basename(file)));
}

for (const [part, entry] of Object.entries(IN_ONE_FILE))
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      outDir: join("dist/vendor", part),
      emptyOutDir: false,
      minify: false,
      license: { fileName: "LICENSE.md" },
      lib: { entry: resolve(entry), formats: ["es"], fileName: part },
    },
  });
