import { describe, expect, it } from "vitest";
import { AnswerSize } from "../../../core/handlers/retina-api.ts";

describe("the size of an answer", () => {
  const long = { length: 8_000_000 };

  it("counts rows and their positions over all items of a call", () => {
    const size = new AnswerSize();
    const rows = [{ fingerprint: { positions: long } }, { positions: long }];
    expect(size.count(rows)).toBe(rows);
    expect(size.countOne({ positions: long })).toEqual({ positions: long });
    expect(() => size.countOne({ positions: long })).toThrow(
      expect.objectContaining({ code: "too-large", details: { limit: 30_000_000 } }),
    );
  });

  it("refuses more rows than an answer may have", () => {
    const size = new AnswerSize();
    const rows = new Array(400_000).fill({});
    size.count(rows);
    size.count(rows);
    expect(() => size.count(rows)).toThrow(/more than 1000000 rows; send fewer items/);
  });
});
