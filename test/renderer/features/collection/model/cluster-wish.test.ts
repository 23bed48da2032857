import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clusterName,
  wishOf,
} from "../../../../../renderer/features/collection/model/cluster-wish.ts";

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

it("calls a cluster by the host of its first node, and counts the others", () => {
  expect(clusterName([])).toBe("");
  expect(clusterName(["https://one.example:9200"])).toBe("one.example:9200");
  expect(clusterName(["http://127.0.0.1:9200", "http://127.0.0.1:9201"])).toBe(
    "127.0.0.1:9200 and 1 more",
  );
  expect(clusterName(["no address"])).toBe("no address");
});
