// @vitest-environment jsdom

import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { replay } from "../../../core/workspace/journal-entries.ts";
import { EMPTY_WORKSPACE } from "../../../core/workspace/workspace.ts";
import { makeExample, makeFilter } from "../../../renderer/model/filters/make-filter.ts";
import { makeFingerprint } from "../../../renderer/model/fingerprint.ts";
import { packWorkspace, readWorkspace } from "../../../renderer/model/workspace-file.ts";
import { runAction } from "../../../renderer/state/actions.ts";
import { filters } from "../../../renderer/state/filters/filter-store.ts";
import { openWorkspaceFile, useLacking } from "../../../renderer/state/open-workspace.ts";
import { pin, pins } from "../../../renderer/state/pins.ts";
import { leftOutOf } from "../../../renderer/state/slice.ts";
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
  vi.stubGlobal("engine", {
    call: async (name: string) =>
      name === "app.retinaCards"
        ? { ok: true, value: wholeAnswer(name, cards) }
        : { ok: true, value: { revision: 1, savedAt: "", entries: 0 } },
    cancel: () => undefined,
  });
});
afterEach(() => vi.unstubAllGlobals());

const pack = (saved = savedWorkspace()) =>
  packWorkspace({ saved, retina }, new Date("2026-01-02T03:04:05Z"));

const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = "animals.zip") => new File([bytes], name);

/** A workspace with something of everything that goes into a file of its own. */
function doWork(): void {
  edit("Write an expression", {
    subject: { expression: { term: "jaguar" }, sparsity: 1, extra: {} },
  });
  pin(
    makeFingerprint({ label: "puma", source: { term: "puma" }, positions: [0, 7, 16383], retina }),
  );
  const names = ["cats / dogs", "..", "Größe “1”", "cats / dogs (2)"];
  const made = names.map((name) => makeFilter(name, [makeExample(`about ${name}`, "positive")]));
  filters.edit("Add filters", () => made);
  filters.edit("Drop one", (before) => before.slice(1));
  undo();
}

describe("a workspace file", () => {
  it("brings the whole state back: work and undo", () => {
    doWork();
    const saved = savedWorkspace();
    expect(readWorkspace(pack(saved))).toEqual({ saved, retina });
    expect(saved.future).toHaveLength(1);
  });

  it("is readable: a small main file that names the others, one file for each filter", () => {
    doWork();
    const files = unzipSync(pack());
    expect(Object.keys(files)).toEqual([
      "workspace.json",
      "shelf.json",
      "filters/001 cats - dogs.json",
      "filters/002 semascope.json",
      "filters/003 Größe “1”.json",
      "filters/004 cats - dogs (2).json",
      "undo.json",
    ]);
    const main = strFromU8(files["workspace.json"]!);
    expect(JSON.parse(main)).toMatchObject({ version: 2, retina, content: { subject: {} } });
    expect(strFromU8(files["shelf.json"]!)).toContain("[ 0, 7, 16383 ]");
  });

  it("opens with the cells that earlier versions took along, and without them", () => {
    const files = unzipSync(pack());
    const main = JSON.parse(strFromU8(files["workspace.json"]!));
    main.files["fingerprints.json"] = "The cells of all this in its retina";
    const listed = { ...files, "workspace.json": strToU8(JSON.stringify(main)) };
    const saved = savedWorkspace();
    expect(readWorkspace(new Uint8Array(zipSync(listed)))).toEqual({ saved, retina });
    const whole = { ...listed, "fingerprints.json": strToU8("{}") };
    expect(readWorkspace(new Uint8Array(zipSync(whole)))).toEqual({ saved, retina });
  });

  it("tells nobody where on this machine the texts of a training lie, and keeps every other step", () => {
    const pins = [{ label: "jaguar" }];
    edit("Pin jaguar", { pins });
    edit("Edit the training", { pins, training: { paths: "/home/me/secret" } });
    edit("Edit the training", { pins, training: { paths: "/home/me/other" } });
    edit("Unpin jaguar", { pins: [], training: { paths: "/home/me/other" } });
    undo();
    const bytes = pack();
    for (const content of Object.values(unzipSync(bytes)))
      expect(strFromU8(content)).not.toContain("/home/me");
    const { saved } = readWorkspace(bytes);
    expect(saved.content).toEqual({ pins });
    expect([...saved.past, ...saved.future].map(({ label }) => label)).toEqual([
      "Pin jaguar",
      "Unpin jaguar",
    ]);
  });

  it("opens without asking and leaves a way back", async () => {
    edit("Pin jaguar", { pins: ["jaguar"] });
    const file = fileOf(pack());
    edit("Pin car", { pins: ["jaguar", "car"] });
    const before = savedWorkspace();
    await openWorkspaceFile(file);
    expect(savedWorkspace().content).toEqual({ pins: ["jaguar"] });
    expect(undo()).toBe("Pin jaguar");
    runAction("workspace.back");
    expect(savedWorkspace()).toEqual(before);
  });

  it("waits for a choice where its retina is not installed; the own work stays", async () => {
    edit("Pin jaguar", { pins: ["jaguar"] });
    const bytes = packWorkspace(
      { saved: savedWorkspace(), retina: { name: "law_2020", checksum: "" } },
      new Date(),
    );
    edit("Pin car", { pins: ["jaguar", "car"] });
    const before = savedWorkspace();
    await openWorkspaceFile(fileOf(bytes));
    expect(savedWorkspace()).toEqual(before);
    expect(useLacking.getState().file).toMatchObject({
      name: "animals.zip",
      retina: "law_2020",
      saved: { content: { pins: ["jaguar"] } },
    });
  });

  it("still opens the single JSON file of before", async () => {
    doWork();
    const saved = savedWorkspace();
    const plain = JSON.stringify({ format: "semascope-workspace", savedAt: "", workspace: saved });
    openWorkspace(EMPTY_WORKSPACE);
    await openWorkspaceFile(fileOf(new Uint8Array(strToU8(plain)), "animals.json"));
    expect(savedWorkspace()).toEqual(saved);
  });

  it("opens when its folder was unpacked, looked at and packed again", () => {
    doWork();
    const again = Object.entries(unzipSync(pack())).map(([name, bytes]) => [`mine/${name}`, bytes]);
    const noise = { "__MACOSX/._mine": strToU8("x") };
    const bytes = zipSync({ ...Object.fromEntries(again), ...noise });
    expect(readWorkspace(bytes).saved).toEqual(savedWorkspace());
  });
});

describe("a file that is no workspace, or no longer one", () => {
  /** The usual file with some of its parts replaced; null takes one out. */
  function changed(parts: Readonly<Record<string, unknown>>): Uint8Array {
    doWork();
    const files: Zippable = { ...unzipSync(pack()) };
    for (const [name, value] of Object.entries(parts)) {
      if (value === null) delete files[name];
      else files[name] = strToU8(typeof value === "string" ? value : JSON.stringify(value));
    }
    return zipSync(files);
  }
  const main = { format: "semascope-workspace", version: 2, workspace: 1, content: {}, files: {} };
  const steps = { past: [{ label: "Hm" }], future: [] };

  it.each([
    ["text", () => strToU8("{cut"), /not JSON/],
    ["other JSON", () => strToU8("[]"), /not a workspace/],
    ["another zip", () => zipSync({ "a.txt": strToU8("a") }), /not a workspace/],
    [
      "a newer one",
      () => changed({ "workspace.json": { ...main, version: 3 } }),
      /newer version.*format 3/,
    ],
    [
      "other content",
      () => changed({ "workspace.json": { ...main, workspace: 9 } }),
      /another version/,
    ],
    ["a part that is gone", () => changed({ "shelf.json": null }), /“shelf.json” is missing/],
    [
      "a part that is cut",
      () => changed({ "undo.json": "{" }),
      /“undo.json” in the file is not JSON/,
    ],
    [
      "a shelf that is no list",
      () => changed({ "shelf.json": { 0: 1 } }),
      /“shelf.json” in the file does not contain/,
    ],
    ["a path that climbs out", () => changed({ "../outside.json": {} }), /path outside itself/],
    ["an absolute path", () => changed({ "/etc/cron.d/job": {} }), /path outside itself/],
    ["a Windows path", () => changed({ "C:\\evil.json": {} }), /path outside itself/],
    ["a bomb", () => sayingSize(201_000_000), /unpacks to 201.0 MB/],
  ])("is refused in words: %s", (_, make, reason) => {
    expect(() => readWorkspace(make())).toThrow(reason);
  });

  it("is opened without steps that cannot be undone, and without what is no pin", () => {
    openWorkspace(readWorkspace(changed({ "undo.json": steps, "shelf.json": [1] })).saved);
    expect(workspace.getState().lost).toBe(1);
    expect(undo()).toBeNull();
    expect(pins.read()).toEqual([]);
    expect(leftOutOf(workspace.getState().content)).toEqual(["the shelf (0)"]);
  });

  it("is refused when it unfolds to more than it says", () => {
    expect(() => readWorkspace(sayingSize(1000))).toThrow(/more than it says/);
  });

  it("is refused in words wherever it is cut, and never read as something else wherever a byte is changed", () => {
    doWork();
    const saved = savedWorkspace();
    const whole = pack(saved);
    for (let length = 0; length < whole.length; length += 37)
      expect(() => readWorkspace(whole.slice(0, length))).toThrow(/^The file|in the file/);
    for (let at = 0; at < whole.length; at += 11) {
      const bytes = whole.slice();
      bytes[at]! ^= 0x55;
      const read = readOr(bytes);
      if (read instanceof Error) expect(read.message).toMatch(/file/);
      else expect(read.saved).toEqual(saved);
    }
  });

  /** A file whose directory tells another size than what is in it. */
  function sayingSize(size: number): Uint8Array {
    const bytes = zipSync({ "workspace.json": new Uint8Array(5_000_000) });
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length - 4; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
    return bytes;
  }

  function readOr(bytes: Uint8Array) {
    try {
      return readWorkspace(bytes);
    } catch (cause) {
      return cause as Error;
    }
  }
});

describe("replay", () => {
  const step = {
    label: "Pin jaguar",
    forward: [{ path: [], key: "pins", value: [] }],
    backward: [],
  };

  it("names the last step only if the window did not end in order", () => {
    const cut = replay(EMPTY_WORKSPACE, [{ kind: "do", step }]);
    expect(cut.lastStep).toBe("Pin jaguar");
    const ended = replay(EMPTY_WORKSPACE, [{ kind: "do", step }, { kind: "end" }]);
    expect(ended.lastStep).toBeNull();
    expect(ended.workspace).toEqual(cut.workspace);
    expect(ended.workspace.content).toEqual({ pins: [] });
  });
});
