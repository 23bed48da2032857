import { expect, it } from "vitest";
import { Catalogue } from "../../../../../core/node/collections/opensearch/catalogue.ts";
import type { ClusterClient } from "../../../../../core/node/collections/opensearch/cluster-client.ts";
import { HEAD } from "../../../collection/port/arbitrary-selection.ts";

/** A cluster whose every document is this entry. */
const catalogueOf = (entry: object) => {
  const attempt = async () => ({ _source: { entry: JSON.stringify(entry) } });
  return new Catalogue({ attempt } as unknown as ClusterClient, "semascope");
};

it.each([
  [1, "an older version of this program (format 1, this one reads 2); remove it and import"],
  [3, "a newer version of this program (format 3, this one reads 2); update to open it"],
])("refuses a collection of format %i", async (format, words) => {
  const reading = catalogueOf({ format, head: HEAD }).entry(HEAD.name);
  await expect(reading).rejects.toMatchObject({
    code: "cluster-problem",
    message: expect.stringContaining(`“tests” was written by ${words}`),
  });
});
