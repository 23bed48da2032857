import type { Session } from "electron";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askWhereToSave, safeFileName } from "../../../electron/window/downloads.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { FakeDownload, FakeSession } from "../fake-electron.ts";

describe("a download", () => {
  it("asks where to go, starting in the folder of the last one that was finished", () => {
    const session = new FakeSession();
    let folder = "/home/ada";
    askWhereToSave(session as unknown as Session, {
      get: () => folder,
      set: (value) => {
        folder = value;
      },
    });
    const first = new FakeDownload("apple.png", "/home/ada/maps/apple.png");
    session.emit("will-download", {}, first);
    expect(first.saveOptions).toMatchObject({ defaultPath: "/home/ada/apple.png" });

    first.emit("done", {}, "completed");
    const second = new FakeDownload("pear.png", "");
    session.emit("will-download", {}, second);
    expect(second.saveOptions).toMatchObject({ defaultPath: "/home/ada/maps/pear.png" });

    second.emit("done", {}, "cancelled");
    expect(folder).toBe("/home/ada/maps");
  });
});

describe("safeFileName", () => {
  it("keeps good names and disarms hostile ones", () => {
    expect(safeFileName("apple-en_associative-328.png")).toBe("apple-en_associative-328.png");
    expect(safeFileName("größe 漢字.svg")).toBe("größe 漢字.svg");
    expect(safeFileName("../../etc/passwd")).toBe("passwd");
    expect(safeFileName('a<b>:"c".png')).toBe("a_b___c_.png");
    expect(safeFileName("CON.png")).toBe("semascope-CON.png");
    expect(safeFileName("...")).toBe("semascope-export");
  });

  it("never gives a path, a hidden file or nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (name) => {
        expect(safeFileName(name)).toMatch(/^[^./\\][^/\\]*$/su);
      }),
    );
  });
});
