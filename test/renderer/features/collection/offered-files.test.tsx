// @vitest-environment jsdom
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { screen } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importHash } from "../../../../electron/launch/offered-files.ts";
import { wholePage } from "../../../support/whole-page.tsx";

const page = wholePage();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-"));
  await writeFile(path.join(folder, "news.csv"), "id,topic,text\na,fruit,an apple\nb,cars,a car\n");
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

describe("files that the program was started with", () => {
  it("are looked into for an import, and leave the address", async () => {
    window.history.replaceState(null, "", importHash([path.join(folder, "news.csv")]));
    await page.open();
    await screen.findByRole("heading", { name: "Create a collection from news.csv" });
    expect((await screen.findByLabelText<HTMLSelectElement>("Category")).value).toBe("topic");
    expect(window.location.hash).toBe("");
  });

  it("are looked into when they come later, too", async () => {
    await page.open();
    window.location.hash = importHash([path.join(folder, "news.csv")]);
    await screen.findByRole("heading", { name: "Create a collection from news.csv" });
    expect(window.location.hash).toBe("");
  });

  it("are none where the address says something else", async () => {
    for (const text of ["7", "[7]", "%", "[", '"/etc/passwd"']) {
      window.history.replaceState(null, "", `#import=${text}`);
      await page.open();
      await expect.poll(() => window.location.hash).toBe("");
      expect(screen.queryByText(/^Create a collection from/)).toBeNull();
    }
  });
});
