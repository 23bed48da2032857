import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/**
 * `npm run package`: an installable build in dist/packages, made of what `npm run build` left. Options are handed
 * on to electron-builder, e.g. `npm run package -- --dir`. With `--electron DIR`, a folder that Electron was unpacked into,
 * nothing is downloaded; what is made then is a folder, too, unless other options say what else. An older Electron lacks some
 * of the fuses: they are named and left out, so that the packing can be tried with it.
 */

const require = createRequire(import.meta.url);
const manifest = require.resolve("electron-builder/package.json");
const program = join(dirname(manifest), require(manifest).bin["electron-builder"]);
const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|status code 4\d\d/;

const CONFIG = "test/config/electron-builder.json";

const { options, problem, config = CONFIG } = await optionsIn(process.argv.slice(2));
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 2;
} else {
  const args = [program, "--config", config, ...options];
  const { code, output } = await run(args);
  if (config !== CONFIG) rmSync(dirname(config), { recursive: true });
  if (code !== 0) console.error(`\n${reasonIn(output)}`);
  process.exitCode = code;
}

/** Those of electron-builder, or a sentence that says why there is nothing to build with. */
async function optionsIn(args) {
  const at = args.indexOf("--electron");
  if (at === -1) return { options: args };
  const [, folder] = args.slice(at);
  if (folder === undefined)
    return { problem: "Name the folder that Electron was unpacked into after --electron." };
  const own = { darwin: "Electron.app", win32: "electron.exe" }[process.platform] ?? "electron";
  if (!existsSync(join(folder, own)))
    return { problem: `${folder} is no folder of an unpacked Electron: it has no ${own}.` };
  const others = args.toSpliced(at, 2);
  const what = others.length === 0 ? ["--dir"] : others;
  return {
    options: [...what, `-c.electronDist=${resolve(folder)}`],
    config: await configFor(join(folder, own)),
  };
}

/** The file of the configuration; without the fuses that a program of Electron does not have, which are named. */
async function configFor(electron) {
  // It belongs to a package that only the builder itself depends on.
  const { getCurrentFuseWire, FuseV1Options } = createRequire(manifest)("@electron/fuses");
  const wire = await getCurrentFuseWire(electron);
  const { electronFuses, ...rest } = JSON.parse(readFileSync(CONFIG, "utf8"));
  const indexOf = (name) => FuseV1Options[name[0].toUpperCase() + name.slice(1)];
  const has = ([name]) => wire[indexOf(name)] !== undefined;
  const fuses = Object.entries(electronFuses);
  if (fuses.every(has)) return CONFIG;
  const lacking = fuses.filter((each) => !has(each)).map(([name]) => name);
  console.warn(
    `Warning: this Electron is too old to have ${lacking.join(", ")}; packed without, for a trial and not to be given away.`,
  );
  const own = join(mkdtempSync(join(tmpdir(), "semascope-package-")), "electron-builder.json");
  writeFileSync(
    own,
    JSON.stringify({ ...rest, electronFuses: Object.fromEntries(fuses.filter(has)) }),
  );
  return own;
}

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
      "with Electron unpacked by other means: npm run package -- --electron /path/to/its/folder",
    ].join("\n");
  return "The package was not made; the lines above say why.";
}
