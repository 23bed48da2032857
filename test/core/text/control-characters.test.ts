import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasControls, withoutControls } from "../../../core/text/control-characters.ts";

/** Characters that terminals obey, and ordinary ones. */
const text = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
    fc.constantFrom("\u202e", "\u2066", "\u2069", "א", "é", "🍎", "\r\n"),
  ),
});

describe("control characters", () => {
  it("are shown and not obeyed", () => {
    expect(withoutControls("a\u001b]0;owned\u0007 \u001b[2J \u009b31m b\u202ec\rd")).toBe(
      "a\\u001b]0;owned\\u0007 \\u001b[2J \\u009b31m b\\u202ec\\u000dd",
    );
  });

  it("leave a text as it is that has none, with its lines and tabs", () => {
    const plain = "Ärger\tmit 🍎\r\nשלום\n";
    expect(withoutControls(plain)).toBe(plain);
  });

  it("are in no text that is printed, and JSON stays what it was", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(withoutControls(given).replaceAll(/\r\n|[\t\n]/g, "")).not.toMatch(
          /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u,
        );
        expect(JSON.parse(withoutControls(JSON.stringify({ given })))).toEqual({ given });
      }),
    );
  });

  it.each(["\u001b[2Jbot", "two\nlines", "\u009bbot", "\u202ebot", "a\ttab"])(
    "are found in the name %j",
    (name) => expect(hasControls(name)).toBe(true),
  );

  it("are not found in ordinary names", () => {
    for (const name of ["Ada", "assistant: Zoë 🍎", "עדה"]) expect(hasControls(name)).toBe(false);
  });
});
