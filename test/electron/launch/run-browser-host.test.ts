import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runBrowserHost } from "../../../electron/launch/run-browser-host.ts";

/** A stand-in for the command line, which says what it was given. */
function commandLine(body: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "semascope-")), "cli.cjs");
  writeFileSync(file, body);
  return file;
}

async function run(body: string, port?: number) {
  const addresses: string[] = [];
  const code = await runBrowserHost(commandLine(body), {
    port,
    onAddress: (address) => addresses.push(address),
  });
  return { code, addresses };
}

describe("running the browser host", () => {
  it("tells the address once, even when it arrives in pieces", async () => {
    const { addresses, code } = await run(`
      process.stdout.write("Open http://127.0.0.1:4117/?tok");
      setTimeout(() => process.stdout.write("en=abc-D"), 30);
      setTimeout(() => process.stdout.write("ef_1\\nOpen http://127.0.0.1:4117/?token=other\\n"), 60);
    `);
    expect(addresses).toEqual(["http://127.0.0.1:4117/?token=abc-Def_1"]);
    expect(code).toBe(0);
  });

  it("hands the port on, and ends with the service's own code", async () => {
    const body = `
      const [command, flag, port] = process.argv.slice(2);
      process.exit(command === "serve" && flag === "--port" && port === "4117" ? 7 : 1);
    `;
    expect(await run(body, 4117)).toEqual({ code: 7, addresses: [] });
  });

  it("lets the service choose the port when none is named", async () => {
    expect((await run("process.exit(process.argv.length)")).code).toBe(3);
  });
});
