import { mkdtempSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { runBrowserHost } from "../../../electron/launch/run-browser-host.ts";

const folder = mkdtempSync(join(tmpdir(), "semascope-"));
const host = {
  retinas: folder,
  webRoot: folder,
  threads: 0,
  directories: { config: join(folder, "config"), data: join(folder, "data") },
};
const taken: Server[] = [];
afterEach(() => {
  for (const server of taken.splice(0)) server.close();
});

async function takePort(): Promise<number> {
  const server = createServer();
  taken.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Runs the host until its address has been opened, and what `visit` does there is done. */
async function run(port: number | undefined, usualPort: number, visit: (at: string) => unknown) {
  const printed: string[] = [];
  let stop: () => void = () => {};
  const end = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let opened = "";
  let visited: unknown;
  await runBrowserHost({
    port,
    host: { ...host, port: usualPort },
    end,
    print: (line) => printed.push(line),
    open: (address) => {
      opened = address;
      visited = Promise.resolve(visit(address)).finally(stop);
    },
  });
  return { printed, opened, visited: await visited };
}

describe("the page in the browser", () => {
  it("prints and opens an address that lets the browser in", async () => {
    const { printed, opened, visited } = await run(0, 0, async (address) => {
      const answer = await fetch(address, { redirect: "manual" });
      return [answer.status, answer.headers.get("set-cookie")];
    });
    expect(printed).toContain(`Semascope is at ${opened}`);
    const keyFile = join(folder, "config", "api-key");
    const key = readFileSync(keyFile, "utf8").trim();
    expect(printed).toContain(`Key          ${key}  (kept in ${keyFile})`);
    expect(visited).toEqual([303, expect.stringContaining("HttpOnly")]);
    await expect(fetch(opened)).rejects.toThrow();
  });

  it("takes another port when the usual one is in use", async () => {
    const usual = await takePort();
    const { opened } = await run(undefined, usual, () => {});
    expect(new URL(opened).port).not.toBe(String(usual));
  });

  it("says so when the port that was asked for is in use", async () => {
    const port = await takePort();
    await expect(run(port, 0, () => {})).rejects.toThrow(`Port ${port}`);
  });
});
