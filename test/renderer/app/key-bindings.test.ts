import { describe, expect, it } from "vitest";
import { alternatives, bindingsOf } from "../../../renderer/app/key-bindings.ts";
import { pressOf } from "../../../renderer/model/key-press.ts";

describe("alternatives", () => {
  it("takes keys apart at commas, but not the key that is a comma", () => {
    expect(alternatives("$mod+Shift+z,$mod+y")).toEqual(["$mod+Shift+z", "$mod+y"]);
    expect(alternatives("+,Shift++")).toEqual(["+", "Shift++"]);
    expect(alternatives("$mod+,")).toEqual(["$mod+,"]);
    expect(alternatives("")).toEqual([]);
  });
});

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe("keys", () => {
  it("are written so that they can be bound, a space too", () => {
    expect(pressOf({ ...PLAIN, key: " " })).toBe("Space");
    expect(pressOf({ ...PLAIN, key: "A", shiftKey: true })).toBe("Shift+a");
    expect(pressOf({ ...PLAIN, key: "w", ctrlKey: true })).toBeNull();
  });

  it("of one part of the page are not taken from the rest of it", () => {
    const action = { title: "", group: "", run: () => undefined };
    const bindings = bindingsOf(
      [
        { ...action, id: "everywhere", keys: "a" },
        { ...action, id: "in the list", keys: "Space", isLocal: true },
      ],
      { "in the list": "s" },
    );
    expect(Object.keys(bindings)).toEqual(["a"]);
  });
});
