import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * `npm run package`: an installable build in dist/packages, made of what `npm run build` left. Options are handed
 * on to electron-builder, e.g. `npm run package -- --dir`.
 */

const require = createRequire(import.meta.url);
const manifest = require.resolve("electron-builder/package.json");
const program = join(dirname(manifest), require(manifest).bin["electron-builder"]);
const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|status code 4\d\d/;

const { code, output } = await run([
  program,
  "--config",
  "test/config/electron-builder.json",
  ...process.argv.slice(2),
]);
if (code !== 0) console.error(`\n${reasonIn(output)}`);
process.exitCode = code;

/** Prints what the builder prints, but for stacks, which tell nobody what to do. */
function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        process.stdout.write(text.replace(/^ {4}at .*\n?/gm, ""));
      });
    child.once("exit", (code) => resolve({ code: code ?? 1, output }));
  });
}

function reasonIn(output) {
  if (UNREACHABLE.test(output))
    return [
      "The package was not made: Electron or a packing tool could not be downloaded from github.com.",
      "Packaging needs the internet once. Behind a mirror, set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR;",
      "with Electron downloaded by other means: npm run package -- --dir -c.electronDist=/path/to/its/folder",
    ].join("\n");
  return "The package was not made; the lines above say why.";
}
