import { expect, it } from "vitest";
import {
  rowTitle,
  valueKind,
} from "../../../../../renderer/features/collection/model/named-columns.ts";

const columns = [
  { name: "year", type: "number" },
  { name: "headline", type: "text" },
] as const;
const made = {
  id: "00000011-3309904a",
  text: "The following are the prominent points which have parted us",
};

it("a row is called by its title, else by the id of its file, else by how its text begins", () => {
  const titled = { columns, roles: { title: "headline" } };
  const plain = { columns, roles: {} };
  expect(rowTitle(titled, { ...made, values: [1830, "Points"] })).toBe("Points");
  expect(rowTitle(plain, { ...made, values: [1830, "Points"], id: "1830-12-06-4" })).toBe(
    "1830-12-06-4",
  );
  for (const missing of [null, " "])
    expect(rowTitle(titled, { ...made, values: [1830, missing] })).toBe(
      "“The following are the prominent points…”",
    );
});

it("a restriction to values keeps what its column's values stand for", () => {
  const roles = { language: "spoken", categories: ["stars"] };
  expect(valueKind({ roles }, "spoken")).toEqual({ areLanguages: true });
  expect(valueKind({ roles }, "stars")).toEqual({ areNumbers: true });
  expect(valueKind({ roles }, "party")).toEqual({});
});
