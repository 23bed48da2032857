import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Duck } from "../../../../core/node/files/duck.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-duck-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const refused = {
  code: "conflict",
  message: "This program has the collection open already; wait until it is closed.",
  details: { state: "in-use" },
};

describe("a database file", () => {
  it("is not opened twice in one process, by whichever path, until it is closed", async () => {
    const file = path.join(folder, "rows.duckdb");
    const other = path.join(folder, "other");
    await symlink(folder, other, "junction");
    const both = await Promise.allSettled([
      Duck.open(file),
      Duck.open(path.join(other, "rows.duckdb")),
    ]);
    const [duck] = both.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: refused });
    await duck!.run("CREATE TABLE kept AS SELECT 1 AS value");
    await expect(Duck.open(file)).rejects.toMatchObject(refused);
    duck!.close();
    const again = await Duck.open(file);
    expect(await again.numbers("SELECT value FROM kept")).toEqual([1]);
    again.close();
  });

  it("that could not be opened can be tried again", async () => {
    const missing = path.join(folder, "missing", "rows.duckdb");
    const [first, second] = await Promise.allSettled([Duck.open(missing), Duck.open(missing)]);
    expect(second).toMatchObject(first);
    // A folder is no database.
    for (let time = 0; time < 2; time++)
      await expect(Duck.open(folder)).rejects.not.toMatchObject(refused);
  });
});
