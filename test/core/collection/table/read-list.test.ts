import { describe, expect, it } from "vitest";
import { listFormatOf, splitList } from "../../../../core/collection/table/read-list.ts";

describe("the parts of a list", () => {
  it("are split as the format has it", () => {
    expect(splitList(`['Dramas', "Kids' TV", 3]`, "json")).toEqual(["Dramas", "Kids' TV", "3"]);
    expect(splitList('["a, b", "c"]', "json")).toEqual(["a, b", "c"]);
    expect(splitList("Dramas, Kids' TV,", ",")).toEqual(["Dramas", "Kids' TV"]);
    expect(splitList("a| b", "|")).toEqual(["a", "b"]);
  });
});

describe("a column of lists", () => {
  it("has parts that come again in different company", () => {
    const genres = ["Dramas, Comedies", "Comedies", "Dramas, Comedies, Kids", "Kids, Dramas"];
    expect(listFormatOf(genres)).toBe(",");
    expect(listFormatOf(genres.map((each) => each.replaceAll(", ", "; ")))).toBe(";");
    const pairs = [
      "Dramas, Kids",
      "Kids, Dramas",
      "Comedies",
      "Comedies, Kids",
      "Dramas, Comedies",
    ];
    expect(listFormatOf(pairs)).toBe(",");
    expect(listFormatOf(["['a', 'b']", "['a']", "[]"])).toBe("json");
  });

  it("is none of places, sentences and names", () => {
    expect(listFormatOf(["Paris, France", "Lyon, France", "Rome, Italy"])).toBeUndefined();
    const sentences = ["Well, I went home, and slept", "Well, no", "I went, and came back"];
    expect(listFormatOf(sentences)).toBeUndefined();
    expect(listFormatOf(["red", "blue"])).toBeUndefined();
  });
});
