import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { packageManifest, programInfo } from "../../../../core/node/config/program-info.ts";

it("finds the parts of the program inside it, or beside it where it was installed", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const program = path.join(folder, "node_modules", "semascope");
  const install = async (place: string, name: string, version: string) => {
    await mkdir(path.join(place, "node_modules", name), { recursive: true });
    const file = path.join(place, "node_modules", name, "package.json");
    await writeFile(file, JSON.stringify({ name, version, license: "MIT" }));
  };
  await install(folder, "part", "1.0.0");
  await install(folder, "@scope/other", "2.0.0");
  await install(program, "part", "3.0.0");
  expect(packageManifest(program, "part")?.version).toBe("3.0.0");
  expect(packageManifest(program, "@scope/other")).toMatchObject({
    version: "2.0.0",
    license: "MIT",
  });
  expect(packageManifest(program, "no-such-part-anywhere")).toBeUndefined();
});

it("states a licence for every part the program needs", () => {
  const { licences } = programInfo();
  expect(licences.map(({ name }) => name)).toContain("fastify");
  for (const { name, version, licence } of licences)
    expect([name, version, licence]).not.toContain("");
});
