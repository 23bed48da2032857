import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requireReadable } from "../../../../core/node/files/readable.ts";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "semascope-files-")));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

async function put(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

describe("folders of readable files", () => {
  it("have the files in them read, by their real place, and no others", async () => {
    const open = path.join(folder, "open");
    const file = await put("open/deep/a.txt", "x");
    const secret = await put("secret.txt", "x");
    await put("open-too/b.txt", "x");
    await symlink(secret, path.join(open, "out.txt"));
    await symlink(folder, path.join(open, "up"));
    await symlink(file, path.join(folder, "in.txt"));
    await symlink(open, path.join(folder, "same"));
    for (const way of [file, path.join(folder, "in.txt"), path.join(folder, "same/deep/a.txt")])
      expect(await requireReadable(way, [path.join(folder, "same")])).toBe(file);
    expect(await requireReadable(open, [open])).toBe(open);
    for (const way of [
      secret,
      path.join(open, "out.txt"),
      path.join(open, "up/secret.txt"),
      path.join(open, "../secret.txt"),
      path.join(folder, "open-too/b.txt"),
      path.join(folder, "none.txt"),
      "/",
    ])
      await expect(requireReadable(way, [open]), way).rejects.toMatchObject({
        code: "forbidden",
        message: expect.stringContaining("--files"),
      });
    await expect(requireReadable(path.join(open, "none.txt"), [open])).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining("does not exist"),
    });
    await expect(requireReadable(file, [])).rejects.toThrow("reads no files of its machine");
    expect(await requireReadable(secret, undefined)).toBe(secret);
    expect(await requireReadable(secret, ["/"])).toBe(secret);
  });
});
