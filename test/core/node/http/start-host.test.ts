import { rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHost } from "../../../../core/node/http/start-host.ts";
import { makeTestFolder } from "../../../support/test-host.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeTestFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const options = (data: string) => ({
  port: 0,
  threads: 0,
  auth: false,
  retinas: path.join(folder, "retinas"),
  directories: { config: path.join(folder, "config"), data },
});

it("tells the address before the retinas are open, and lets requests wait for them", async () => {
  let isOpen = false;
  const early: Promise<Response>[] = [];
  const host = await startHost({
    ...options(path.join(folder, "data")),
    onListening: ({ url }) => {
      expect(isOpen).toBe(false);
      early.push(fetch(`${url}/rest/terms?term=apple`));
    },
  });
  isOpen = true;
  expect(early).toHaveLength(1);
  expect(await (await early[0]!).json()).toMatchObject([{ term: "apple" }]);
  await host.close();
});

it("closes the port again where the rest cannot be opened", async () => {
  const file = path.join(folder, "a file");
  await writeFile(file, "");
  let address = "";
  const started = startHost({
    ...options(file),
    onListening: ({ url }) => {
      address = url;
    },
  });
  await expect(started).rejects.toThrow();
  expect(address).not.toBe("");
  await expect(fetch(address)).rejects.toThrow();
});

it.skipIf(process.platform === "win32")(
  "makes a data folder that this user alone reads",
  async () => {
    const data = path.join(folder, "private");
    const host = await startHost(options(data));
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    await host.close();
  },
);
