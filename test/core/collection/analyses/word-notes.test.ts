import { describe, expect, it } from "vitest";
import {
  changeWordNote,
  NO_NOTE,
  sensesOf,
} from "../../../../core/collection/analyses/word-notes.ts";

const NOTE = {
  ...NO_NOTE,
  senses: sensesOf([
    { label: "money", positions: Uint16Array.of(1, 2) },
    { label: "marriage", positions: Uint16Array.of(5) },
    { label: "compound", positions: Uint16Array.of(2, 3) },
  ]),
};
const keep = (key: string) => ({ key, name: null });

describe("what people decide about senses", () => {
  it("joins senses with their cells and lines, and gives names", () => {
    const given = changeWordNote(NOTE, {
      given: [{ id: "r1", start: 4, sense: "C" }],
      author: "helper",
    });
    const joined = changeWordNote(given, {
      senses: [{ key: "A", name: " loan ", joins: ["C"] }, keep("B")],
    });
    expect(joined.senses).toEqual([
      { key: "A", name: "loan", label: "money", positions: [1, 2, 3] },
      { key: "B", name: null, label: "marriage", positions: [5] },
    ]);
    expect(joined.given).toEqual([{ id: "r1", start: 4, sense: "A", author: "helper" }]);
  });
  it("makes a sense of lines, and takes lines back", () => {
    const senses = [keep("A"), keep("B"), keep("C"), { key: "D", name: "secret agent" }];
    const line = { id: "r2", start: 0 };
    const made = changeWordNote(NOTE, { senses, given: [{ ...line, sense: "D" }] });
    expect(made.senses.at(-1)).toEqual({
      key: "D",
      name: "secret agent",
      label: "",
      positions: [],
    });
    expect(made.given).toEqual([{ ...line, sense: "D" }]);
    expect(changeWordNote(made, { given: [{ ...line, sense: "A" }] }).given).toEqual([
      { ...line, sense: "A" },
    ]);
    expect(changeWordNote(made, { given: [{ ...line, sense: null }] }).given).toEqual([]);
  });
  it("never loses a line", () => {
    const note = changeWordNote(NOTE, { given: [{ id: "r1", start: 4, sense: "B" }] });
    expect(() => changeWordNote(note, { senses: [keep("A"), keep("C")] })).toThrow(
      "Lines are assigned to the sense “B”, which is not in the list.",
    );
  });
  it.each([
    [{ senses: [keep("A"), keep("A")] }, "The sense “A” is listed twice."],
    [{ senses: [keep("a")] }, "A key is a capital letter, not “a”."],
    [{ senses: [{ key: "A", name: null, joins: ["Z"] }] }, "There is no sense “Z”."],
    [{ senses: [{ key: "A", name: "x".repeat(101) }] }, "at most 100 characters, not 101"],
    [
      { senses: Array.from({ length: 13 }, (_, i) => keep(String.fromCharCode(65 + i))) },
      "at most 12 senses, not 13",
    ],
    [{ given: [{ id: "r", start: 0, sense: "Q" }] }, "the sense “Q”, which is not in the list"],
  ])("refuses case %#", (changes, message) => {
    expect(() => changeWordNote(NOTE, changes)).toThrow(message);
  });
});
