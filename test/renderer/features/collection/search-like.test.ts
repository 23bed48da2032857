// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { searchLike } from "../../../../renderer/features/collection/search-like.ts";
import { openCollection, readLook } from "../../../../renderer/state/collection/collection-look.ts";
import { openWorkspace } from "../../../../renderer/state/workspace.ts";

/** What is asked and not answered yet, by the word that is searched for. */
const asked = vi.hoisted(() => new Map<string, { answer: () => void; fail: () => void }>());

vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: (_name: string, { query }: { query: { like?: { term: string } } }) =>
    new Promise((resolve, reject) => {
      asked.set(query.like?.term ?? "", {
        answer: () => resolve({ rows: [{ score: 0.5 }], total: 1 }),
        fail: () => reject(new Error("No cells.")),
      });
    }),
}));

const LETTERS = { name: "Letters", rows: 1000 };
const searched = () => readLook().restrictions.map((each) => each.kind === "like" && each.label);
const isAsked = (word: string) => vi.waitFor(() => expect(asked.has(word)).toBe(true));

beforeEach(() => {
  asked.clear();
  queryClient.clear();
  openWorkspace(EMPTY_WORKSPACE);
  openCollection("Letters");
});

describe("a search that is slower than the next one", () => {
  it("does not take its place", async () => {
    const slow = searchLike(LETTERS, { term: "slow" });
    const quick = searchLike(LETTERS, { term: "quick" });
    await isAsked("quick");
    asked.get("quick")?.answer();
    await quick;
    asked.get("slow")?.answer();
    await slow;
    expect(searched()).toEqual(["quick"]);
  });

  it("does not take its place where it is not known yet what is searched for", async () => {
    let tell: (expression: { term: string }) => void = () => undefined;
    const slow = searchLike(LETTERS, () => new Promise((resolve) => (tell = resolve)));
    const quick = searchLike(LETTERS, { term: "quick" });
    await isAsked("quick");
    asked.get("quick")?.answer();
    await quick;
    tell({ term: "slow" });
    await slow;
    expect(searched()).toEqual(["quick"]);
    expect(asked.has("slow")).toBe(false);
  });

  it("fails in silence, and the latest does not", async () => {
    const slow = searchLike(LETTERS, { term: "slow" });
    const quick = searchLike(LETTERS, { term: "quick" });
    await isAsked("quick");
    asked.get("slow")?.fail();
    await expect(slow).resolves.toBeUndefined();
    asked.get("quick")?.fail();
    await expect(quick).rejects.toThrow("No cells.");
    expect(searched()).toEqual([]);
  });

  it("restricts no other collection that was opened meanwhile", async () => {
    const slow = searchLike(LETTERS, { term: "slow" });
    await isAsked("slow");
    openCollection("Speeches");
    asked.get("slow")?.answer();
    await slow;
    expect(searched()).toEqual([]);
  });
});
