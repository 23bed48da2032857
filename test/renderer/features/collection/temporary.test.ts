// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import type { CollectionInfo } from "../../../../renderer/api/collection-queries.ts";
import {
  keepCollection,
  makeTemporary,
  settleTemporary,
} from "../../../../renderer/features/collection/temporary.ts";

const listed = (name: string, created: string) => [{ name, created } as CollectionInfo];

/** Another window of the same browser: what a session keeps is not there. */
const closeWindow = () => sessionStorage.clear();

describe("a collection that is only for now", () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  it("goes with its window, and not before", async () => {
    makeTemporary("news");
    expect(await settleTemporary(listed("news", "2026-01-01"))).toEqual([]);
    closeWindow();
    expect(await settleTemporary(listed("news", "2026-01-01"))).toEqual(["news"]);
  });

  it("stays where a person keeps it, and where another was made under its name", async () => {
    makeTemporary("news");
    await settleTemporary(listed("news", "2026-01-01"));
    closeWindow();
    expect(await settleTemporary(listed("news", "2026-02-02"))).toEqual([]);
    keepCollection("news");
    expect(await settleTemporary(listed("news", "2026-01-01"))).toEqual([]);
  });
});
