import { describe, expect, it } from "vitest";
import type { Predicate } from "../../../../core/api/schema/collection-types.ts";
import { idsApart } from "../../../../core/collection/port/check-selection.ts";
import type { CollectionInfo } from "../../../../core/collection/port/store.ts";

const columns = [{ name: "Id", type: "text" }] as const;
const apart = (where: Predicate, ids?: string[]) =>
  idsApart(
    { where, ...(ids && { ids }) },
    { columns } as unknown as CollectionInfo,
    async () => "ID",
  );

describe("a test of the column that names the rows", () => {
  it("chooses rows by id, called as in the file or “id”", async () => {
    expect(await apart({ column: "ID", equals: "7" })).toEqual({ ids: ["7"] });
    expect(await apart({ column: "id", in: [7, "8"] })).toEqual({ ids: ["7", "8"] });
  });
  it("is apart from tests of columns, and all of them have to hold", async () => {
    const own = { column: "Id", equals: "a" };
    const where = { and: [own, { column: "ID", in: ["1", "2"] }, { column: "id", equals: "2" }] };
    expect(await apart(where, ["2", "3"])).toEqual({ where: { and: [own] }, ids: ["2"] });
    expect(
      await apart({
        and: [
          { column: "ID", equals: "1" },
          { column: "ID", equals: "2" },
        ],
      }),
    ).toEqual({ ids: [""] });
  });
  it("leaves everything else as it is", async () => {
    for (const where of [
      { column: "Id", equals: "7" },
      { column: "other", equals: "7" },
      { not: { column: "ID", equals: "7" } },
      { column: "ID", contains: "7" },
    ])
      expect(await apart(where)).toEqual({ where });
  });
});
