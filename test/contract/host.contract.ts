import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { writeRetinaFile } from "../../core/node/opening/retina-files.ts";
import type { JsonObject } from "../../core/node/workspace/workspace-files.ts";
import { writeRetina } from "../../core/retina/write-retina.ts";
import { makeExample, makeFilter } from "../../renderer/model/filters/make-filter.ts";
import { retinaData } from "../support/retina-builder.ts";
import { tinyRetinaData, tinyRows } from "../support/tiny-retina.ts";
import { ok, refused, type Send } from "./send.ts";

export function hostContract(transport: string, send: Send, folder: () => string): void {
  describe(`retina files over ${transport}`, () => {
    it("shows cards", async () => {
      const cards = await ok(send, "app.retinaCards", {});
      expect(cards.find(({ name }) => name === "en_associative")).toMatchObject({
        state: "ready",
        isDefault: true,
        removable: false,
        terms: 52,
      });
    });

    it("finds retinas that another program installed", async () => {
      const name = `found_${transport}`;
      const file = path.join(folder(), "data", "retinas", `${name}.retina`);
      await writeRetinaFile(file, writeRetina(tinyRetinaData({ name })));
      const cards = await ok(send, "app.retinaCards", {});
      expect(cards.find((card) => card.name === name)).toMatchObject({ state: "ready" });
      expect(await ok(send, "terms.list", { retina_name: name, term: "apple" })).toHaveLength(1);
      await ok(send, "app.retinaRemove", { name });
    });

    it("puts a word that no text had first among its similar terms, and nowhere else", async () => {
      const name = `unmet_${transport}`;
      const rows = tinyRows();
      const relative = rows.find(({ term }) => term === "apple");
      if (relative === undefined) throw new Error("There is no apple.");
      const unmet = { ...relative, term: "applet", occurrences: 0 };
      const bytes = writeRetina(retinaData([...rows, unmet], { name }));
      await ok(send, "app.retinaInstall", { bytes });
      const similar = async (term: string) =>
        (await ok(send, "terms.similar", { retina_name: name, term, max_results: 100 })).map(
          (row) => row.term,
        );
      const toApple = await similar("apple");
      expect(toApple).not.toContain("applet");
      expect(await similar("applet")).toEqual(["applet", ...toApple]);
      await ok(send, "app.retinaRemove", { name });
    });

    it("installs, checks, uses and removes a retina", async () => {
      const name = `own_${transport}`;
      const bytes = writeRetina(tinyRetinaData({ name }));
      expect(await ok(send, "app.retinaInstall", { bytes })).toMatchObject({
        name,
        removable: true,
      });
      expect(await refused(send, "app.retinaInstall", { bytes })).toMatchObject({
        code: "conflict",
      });
      expect(await ok(send, "app.retinaInstall", { bytes, replace: true })).toMatchObject({ name });
      expect(await ok(send, "app.retinaVerify", { name })).toMatchObject({ intact: true });
      const found = await ok(send, "terms.list", { retina_name: name, term: "apple" });
      expect(found).toHaveLength(1);
      expect(await ok(send, "app.retinaRemove", { name })).toEqual({ removed: name });
      expect(await refused(send, "terms.list", { retina_name: name })).toMatchObject({
        code: "unknown-retina",
      });
    });

    it("refuses what is no retina, and to touch the shipped ones", async () => {
      const junk = new Uint8Array(1000).fill(7);
      expect(await refused(send, "app.retinaInstall", { bytes: junk })).toMatchObject({
        code: "bad-retina-file",
      });
      const shipped = writeRetina(tinyRetinaData({ name: "en_associative" }));
      expect(
        await refused(send, "app.retinaInstall", { bytes: shipped, replace: true }),
      ).toMatchObject({ code: "conflict" });
      expect(await refused(send, "app.retinaRemove", { name: "en_associative" })).toMatchObject({
        code: "forbidden",
      });
      expect(await refused(send, "app.retinaVerify", { name: "nope" })).toMatchObject({
        code: "unknown-retina",
      });
    });
  });

  describe(`the workspace over ${transport}`, () => {
    it("comes back as it was saved, and is not sent again to who has it", async () => {
      const session = randomUUID();
      const { revision: base } = await ok(send, "app.workspaceLoad", { session, takeOver: true });
      const workspace = { pins: [{ label: "apple ü" }], nested: { deep: [1, null, true] } };
      const { revision } = await ok(send, "app.workspaceSave", {
        session,
        base,
        save: 1,
        workspace,
      });
      expect(revision).toBe(base + 1);
      const loaded = { revision, by: session, writer: null, damaged: null };
      expect(await ok(send, "app.workspaceLoad", { session })).toEqual({ ...loaded, workspace });
      expect(await ok(send, "app.workspaceLoad", { session, known: revision })).toEqual({
        ...loaded,
        workspace: null,
      });
      await ok(send, "app.workspaceRelease", { session });
      expect(
        await refused(send, "app.workspaceSave", {
          session: randomUUID(),
          base,
          save: 1,
          workspace,
        }),
      ).toMatchObject({ code: "conflict", details: { base } });
    });

    it("lists the filters as they were saved last, and leaves the workspace to its window", async () => {
      const session = randomUUID();
      const { revision: base } = await ok(send, "app.workspaceLoad", { session, takeOver: true });
      const fruit = {
        ...makeFilter("Fruit", [makeExample("apple pear", "positive")]),
        use: "to sort letters",
      };
      const sweet = { ...fruit, name: "Sweet fruit" };
      const workspace = {
        version: 3,
        content: { filters: { [fruit.id]: sweet } },
      } as unknown as JsonObject;
      await ok(send, "app.workspaceSave", { session, base, save: 1, workspace });
      expect(await ok(send, "app.filters", {})).toEqual({
        filters: [
          {
            name: "Sweet fruit",
            use: "to sort letters",
            belong: 1,
            not: 0,
            retina: null,
            collection: null,
            version: 1,
            changed: fruit.created,
          },
        ],
        problem: null,
      });
      const { filter } = await ok(send, "app.filter", { name: "sweet FRUIT" });
      expect(filter).toEqual(sweet);
      expect(await refused(send, "app.filter", { name: "Fruit" })).toMatchObject({
        code: "not-found",
        message: "There is no filter “Fruit”; there are: Sweet fruit.",
      });
      const newer = { version: 99 };
      await ok(send, "app.workspaceSave", { session, base, save: 2, workspace: newer });
      expect(await ok(send, "app.filters", {})).toEqual({
        filters: [],
        problem: "The workspace was saved by another version of Semascope.",
      });
      await ok(send, "app.workspaceRelease", { session });
    });

    it("lets one window save at a time", async () => {
      const [first, second] = [randomUUID(), randomUUID()];
      await ok(send, "app.workspaceLoad", { session: first, takeOver: true });
      const other = await ok(send, "app.workspaceLoad", { session: second });
      expect(other.writer).toMatchObject({ session: first, process: process.pid });
      const save = { session: second, base: other.revision, save: 1, workspace: {} };
      expect(await refused(send, "app.workspaceSave", save)).toMatchObject({ code: "conflict" });
      await ok(send, "app.workspaceLoad", { session: second, takeOver: true });
      await ok(send, "app.workspaceSave", save);
      expect(await ok(send, "app.workspaceRelease", { session: second })).toEqual({
        released: true,
      });
    });
  });

  describe(`the service itself over ${transport}`, () => {
    it("says what it is and how it is", async () => {
      const about = await ok(send, "app.about", {});
      expect(about.version).toMatch(/^\d+\.\d+\.\d+/);
      expect(about.licences.find(({ name }) => name === "fastify")?.licence).toBe("MIT");
      expect(about.timing.length).toBeGreaterThan(0);
      const health = await ok(send, "app.health", {});
      expect(health.retinas).toContain("en_associative");
    });

    it("lists folders by name, from the home folder on, and says what it cannot read", async () => {
      const home = await ok(send, "app.folders", {});
      expect(home.path).toBe(homedir());
      const root = await ok(send, "app.folders", { path: "/" });
      expect(root).toMatchObject({ path: "/", parent: null, isCut: false });
      expect(root.folders).toContainEqual({ name: "tmp", path: "/tmp" });
      for (const path of ["texts", "/no such folder"])
        expect(await refused(send, "app.folders", { path })).toMatchObject({
          code: "bad-input",
          details: { field: "path" },
        });
    });

    it("knows no task of an invented id", async () => {
      for (const name of ["app.jobs", "app.jobCancel"] as const)
        expect(await refused(send, name, { id: "../../etc" })).toMatchObject({ code: "bad-input" });
      for (const name of ["app.trainingKeep", "app.trainingDiscard"] as const)
        expect(await refused(send, name, { id: "nope" })).toMatchObject({ code: "bad-input" });
    });
  });
}
