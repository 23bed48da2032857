import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wishOf } from "../../../../renderer/model/collection/cluster-wish.ts";

const EMPTY = { addresses: "", user: "", password: "", authorityFile: "" };

describe("the wish for a cluster", () => {
  it("has every address, however they are divided, and leaves out what is empty", () => {
    expect(wishOf({ ...EMPTY, addresses: " https://a:9200,\nhttps://b:9200 " })).toEqual({
      urls: ["https://a:9200", "https://b:9200"],
    });
    expect(wishOf({ addresses: "a", user: " me ", password: " p ", authorityFile: "" })).toEqual({
      urls: ["a"],
      user: "me",
      password: " p ",
    });
  });

  it("keeps a password as it was typed", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (password) => {
        expect(wishOf({ ...EMPTY, password }).password).toBe(password);
      }),
    );
  });
});
