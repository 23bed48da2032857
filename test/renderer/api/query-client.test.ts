import { describe, expect, it } from "vitest";
import { keyText } from "../../../renderer/api/query-client.ts";

const cells = (count: number) => Array.from({ length: count }, (_, i) => i * 3);

describe("the text of a query key", () => {
  it("is the same for the same question, however it is put", () => {
    const one = keyText(["en", "app.explore", { limit: 5, positions: cells(300) }]);
    expect(keyText(["en", "app.explore", { positions: cells(300), limit: 5 }])).toBe(one);
  });

  it("differs with every cell of a short list and of a long one", () => {
    for (const count of [2, 300]) {
      const list = cells(count);
      const texts = [list, list.slice(1), [...list.slice(0, -1), 16_000]].map((positions) =>
        keyText(["en", "app.explore", { positions }]),
      );
      expect(new Set(texts).size).toBe(3);
    }
  });
});
