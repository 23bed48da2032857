import { describe, expect, it, onTestFinished } from "vitest";
import { badInput } from "../../../core/errors.ts";
import { each, numbered, whole } from "../../../core/handlers/retina-api.ts";

const refuse = (item: string) => {
  throw badInput("item", `“${item}” is wrong.`);
};

describe("each", () => {
  it("reports which item failed", () => {
    expect(each(["a", "b"], (item) => item.toUpperCase())).toEqual(["A", "B"]);
    expect(() => each(["a", "b"], (item) => (item === "b" ? refuse(item) : item))).toThrow(
      "Item 1: “b” is wrong.",
    );
  });
});

describe("whole", () => {
  it("waits only where an item has to be waited for", async () => {
    expect(whole([1, 2], (item) => item + 1)).toEqual([2, 3]);
    expect(await whole([1, 2], (item) => (item === 1 ? Promise.resolve(2) : 3))).toEqual([2, 3]);
  });

  it("leaves no failure unhandled when a later item throws at once", async () => {
    const unhandled: unknown[] = [];
    const note = (cause: unknown) => void unhandled.push(cause);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    const answer = (item: string) =>
      item === "b" ? refuse(item) : Promise.reject(new Error("absent"));
    expect(() => whole(["a", "a", "b"], numbered(answer))).toThrow("Item 2: “b” is wrong.");
    // Node looks for unhandled ones after the microtasks.
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  });
});
