// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../core/workspace/workspace.ts";
import { makeExample, makeFilter } from "../../../renderer/model/filters/make-filter.ts";
import { makeFingerprint } from "../../../renderer/model/fingerprint.ts";
import { packWorkspace, readWorkspace } from "../../../renderer/model/workspace-file.ts";
import { filters } from "../../../renderer/state/filters/filter-store.ts";
import { openWorkspaceFile, useMissingRetina } from "../../../renderer/state/open-workspace.ts";
import { pin, pins } from "../../../renderer/state/pins.ts";
import { leftOutOf } from "../../../renderer/state/slice.ts";
import { useToasts } from "../../../renderer/state/toasts.ts";
import {
  edit,
  openWorkspace,
  savedWorkspace,
  undo,
  workspace,
} from "../../../renderer/state/workspace.ts";
import { wholeAnswer } from "../../support/whole-answer.ts";

const retina = { name: "en_animals", checksum: "a1b2" };
const cards = [{ name: "en_animals", state: "ready", isDefault: true }];

beforeEach(() => {
  openWorkspace(EMPTY_WORKSPACE);
  useToasts.setState({ toasts: [] });
  vi.stubGlobal("engine", {
    call: async (name: string) =>
      name === "app.retinaCards"
        ? { ok: true, value: wholeAnswer(name, cards) }
        : { ok: true, value: { revision: 1, savedAt: "" } },
    cancel: () => undefined,
  });
});
afterEach(() => vi.unstubAllGlobals());

const pack = (saved = savedWorkspace()) =>
  packWorkspace(saved, retina, new Date("2026-01-02T03:04:05Z"));
const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readWorkspace(bytesOf(text));
const fileOf = (text: string, name = "animals.json") => new File([text], name);

/** A workspace with something of everything. */
function doWork(): void {
  edit("Write an expression", {
    subject: { expression: { term: "jaguar" }, sparsity: 1, extra: {} },
  });
  pin(
    makeFingerprint({ label: "puma", source: { term: "puma" }, positions: [0, 7, 16383], retina }),
  );
  const made = ["cats / dogs", "Größe “1”"].map((name) =>
    makeFilter(name, [makeExample(`about ${name}`, "positive")]),
  );
  filters.edit("Add filters", () => made);
}

describe("a workspace file", () => {
  it("brings the whole state back", () => {
    doWork();
    const saved = savedWorkspace();
    expect(read(pack(saved))).toEqual({ saved, retina, isAsSaved: true });
  });

  it("is readable JSON of its format and version", () => {
    doWork();
    const text = pack();
    expect(JSON.parse(text)).toMatchObject({
      format: "semascope-workspace",
      version: 3,
      retina,
      content: { subject: {} },
    });
    expect(text).toContain("[ 0, 7, 16383 ]");
  });

  it("tells nobody where on this machine the texts of a training lie", () => {
    edit("Edit the training", { pins: [], training: { paths: "/home/me/secret" } });
    expect(pack()).not.toContain("/home/me");
    expect(read(pack()).saved.content).toEqual({ pins: [] });
  });

  it("opens without asking, as a step that undo takes back", async () => {
    edit("Pin jaguar", { pins: ["jaguar"] });
    const file = fileOf(pack());
    edit("Pin car", { pins: ["jaguar", "car"] });
    const before = savedWorkspace();
    await openWorkspaceFile(file);
    expect(savedWorkspace().content).toEqual({ pins: ["jaguar"] });
    expect(useToasts.getState().toasts).toMatchObject([{ text: "Opened animals.json" }]);
    expect(undo()).toBe("Open animals.json");
    expect(savedWorkspace()).toEqual(before);
    expect(undo()).toBe("Pin car");
  });

  it("waits for a choice where its retina is not installed; the own work stays", async () => {
    edit("Pin jaguar", { pins: ["jaguar"] });
    const text = packWorkspace(savedWorkspace(), { name: "law_2020", checksum: "" }, new Date());
    edit("Pin car", { pins: ["jaguar", "car"] });
    const before = savedWorkspace();
    await openWorkspaceFile(fileOf(text));
    expect(savedWorkspace()).toEqual(before);
    expect(useMissingRetina.getState().file).toMatchObject({
      name: "animals.json",
      retina: "law_2020",
      read: { saved: { content: { pins: ["jaguar"] } } },
    });
  });

  it("opens after it was edited by hand, and says so", async () => {
    doWork();
    await openWorkspaceFile(fileOf(pack().replace("puma", "lynx")));
    expect(pins.read().map(({ label }) => label)).toEqual(["lynx"]);
    expect(useToasts.getState().toasts.at(-1)?.text).toContain("edited or damaged");
  });

  it("opens without what is no pin", () => {
    edit("Pin", { pins: [1] });
    openWorkspace(read(pack()).saved);
    expect(pins.read()).toEqual([]);
    expect(leftOutOf(workspace.getState().content)).toEqual(["the shelf (0)"]);
  });
});

describe("a file that is no workspace, or no longer one", () => {
  it.each([
    ["text", "{cut", /not JSON/],
    ["other JSON", "[]", /not a workspace/],
    ["a newer one", pack().replace('"version": 3', '"version": 4'), /by a newer version/],
    ["an earlier one", pack().replace('"version": 3', '"version": 2'), /by an earlier version/],
    ["a zip of an earlier one", "PK\u0003\u0004", /by an earlier version/],
    ["one without content", pack().replace('"content": {}', '"content": 3'), /no content/],
  ])("is refused in words: %s", (_, text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });

  it("is refused in words wherever it is cut, and never read in silence wherever a byte is changed", () => {
    doWork();
    const saved = savedWorkspace();
    const whole = bytesOf(pack(saved));
    for (let length = 0; length < whole.length - 2; length += 37)
      expect(() => readWorkspace(whole.slice(0, length))).toThrow(/^The file/);
    for (let at = 0; at < whole.length; at += 3) {
      const bytes = whole.slice();
      bytes[at]! ^= 1 << (at % 8);
      const found = readOr(bytes);
      if (found instanceof Error) expect(found.message).toMatch(/file|workspace/i);
      else if (found.isAsSaved) expect(found.saved).toEqual(saved);
    }
  });

  function readOr(bytes: Uint8Array) {
    try {
      return readWorkspace(bytes);
    } catch (cause) {
      return cause as Error;
    }
  }
});
