import fc from "fast-check";
import { deflateSync, strToU8 } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import type { JsonValue } from "../../../core/api/schema/json-value.ts";
import { EMPTY_WORKSPACE, looksLikeState } from "../../../core/workspace/workspace.ts";
import { decodeState, encodeState, type SharedState } from "../../../renderer/app/state-string.ts";
import "../../../renderer/features/text/text-bench.ts";
import { openState, stateToShare, USUAL_LENGTH } from "../../../renderer/app/share-state.ts";
import { edit, openWorkspace, undo, workspace } from "../../../renderer/state/workspace.ts";

const STATE = { content: { subject: { expression: { term: "jaguar" } }, brush: [0, 16383] } };
const content = () => workspace.getState().content;

/** A string of the right form around any JSON. */
function packed(json: string): string {
  const whole = encodeState({ content: { x: 1 } });
  const body = Buffer.from(deflateSync(strToU8(json))).toString("base64url");
  let hash = 0x811c9dc5;
  for (const character of body) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return `${whole.split(".")[0]}.${body}.${hash.toString(16).padStart(8, "0")}`;
}

beforeEach(() => openWorkspace(EMPTY_WORKSPACE));

describe("a state as a string", () => {
  it("comes back as it was, folded lines and all", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (parts) => {
        const state = { content: parts as Record<string, JsonValue> };
        const folded = encodeState(state).replace(/(.{40})/g, "$1\r\n ");
        expect(decodeState(folded)).toEqual(JSON.parse(JSON.stringify(state)));
      }),
    );
  });

  it("is told from other text", () => {
    expect(looksLikeState(encodeState(STATE))).toBe(true);
    expect(looksLikeState("semascope is a program")).toBe(false);
    expect(() => decodeState("hello")).toThrow("This is not a state of Semascope");
  });

  it("is refused in words when cut, changed or of a newer version", () => {
    const text = encodeState(STATE);
    expect(() => decodeState(text.slice(0, -9))).toThrow("cut short");
    const at = text.indexOf(".") + 5;
    const other = text[at] === "A" ? "B" : "A";
    expect(() => decodeState(text.slice(0, at) + other + text.slice(at + 1))).toThrow("damaged");
    expect(() => decodeState(text.replace("semascope1", "semascope2"))).toThrow(
      "made by a newer version of Semascope (format 2)",
    );
  });

  it("never throws anything but a sentence, whatever is in it", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const tried of [text, `semascope1.${text}`, packed(text)])
          try {
            decodeState(tried);
          } catch (error) {
            expect((error as Error).message).toMatch(/^(This|The) .*\.$/);
          }
      }),
    );
    expect(() => decodeState(packed("[1]"))).toThrow("contains no part of a workspace");
    expect(() => decodeState(packed(JSON.stringify({ content: "x".repeat(21_000_000) })))).toThrow(
      "unpacks to more than 20 MB",
    );
  });

  it("takes members called __proto__ as data", () => {
    openState(
      decodeState(packed('{"content":{"brush":[1e400,-1],"__proto__":{"polluted":1}},"v":2}')),
    );
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe("sharing a workspace", () => {
  it("opens as one step of undo, and leaves alone what it does not hold", () => {
    edit("Pin", { pins: ["kept"], subject: "mine" });
    openState(decodeState(encodeState(STATE)));
    expect(content()).toMatchObject({ pins: ["kept"], ...STATE.content });
    expect(undo()).toBe("Open a shared state");
    expect(content()).toEqual({ pins: ["kept"], subject: "mine" });
  });

  it("passes on members that this version does not know", () => {
    const strange: SharedState = { content: { weather: { sun: true } }, mood: ["calm"] };
    openState(strange);
    expect(decodeState(stateToShare(content(), true).text)).toEqual(strange);
  });

  it("never holds the history or paths of this machine", () => {
    edit("Work", { subject: "s", history: { next: 9 }, training: { paths: "/home/me" } });
    expect(decodeState(stateToShare(content(), true).text).content).toEqual({ subject: "s" });
  });

  it("leaves out the largest parts until it is short, and says which", () => {
    const noise = Array.from({ length: 9000 }, (_, i) => (i * 7919) % 16384);
    edit("Work", { subject: "s", text: { text: noise.join(" ") }, pins: ["small"] });
    const short = stateToShare(content(), false);
    expect(short.leftOut).toEqual(["the text"]);
    expect(short.text.length).toBeLessThanOrEqual(USUAL_LENGTH);
    expect(decodeState(short.text).content).toEqual({ subject: "s", pins: ["small"] });
    expect(stateToShare(content(), true).leftOut).toEqual([]);
  });
});
