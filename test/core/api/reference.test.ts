import { readFile, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { apiReference, withReference } from "../../support/api-reference.ts";

const README = new URL("../../../core/api/README.md", import.meta.url);

/** `UPDATE_REFERENCE=1` with this test writes the reference again. */
it("the reference in the README is the one the table gives", async () => {
  const document = await readFile(README, "utf8");
  const current = withReference(document);
  if (process.env.UPDATE_REFERENCE === "1") await writeFile(README, current);
  else expect(document).toBe(current);
});

it("the reference names every query field of an endpoint with its default", () => {
  expect(apiReference()).toContain(
    [
      "#### GET /rest/terms/similar_terms",
      "",
      "Terms whose fingerprints share most positions with the given term's. (`terms.similar`)",
    ].join("\n"),
  );
  expect(apiReference()).toContain("- Query `max_results` (integer, `10`): Rows to answer");
});
