import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { OpenSearchStore } from "../../../../../core/node/collections/opensearch/opensearch-store.ts";
import { HEAD } from "../../../collection/port/arbitrary-selection.ts";

let server: Server | undefined;
let store: OpenSearchStore | undefined;
afterEach(async () => {
  await store?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

/** A cluster without an index of rows, whose list has a collection for the first so many looks at it. */
async function openStore(looks: number): Promise<OpenSearchStore> {
  const entry = { format: 2, head: HEAD, index: "rows", scores: {}, nextScore: 0 };
  let left = looks;
  server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const { url = "" } = request;
    if (url.includes("/_doc/"))
      return left-- > 0
        ? answer(200, {
            _source: { entry: JSON.stringify(entry) },
            _seq_no: 0,
            _primary_term: 1,
          })
        : answer(404, { found: false });
    if (url.includes("/_mapping")) return answer(200, {});
    if (url.includes("-catalogue")) return answer(200, { hits: { hits: [] } });
    return answer(404, { error: { type: "index_not_found_exception", reason: "no such index" } });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  store = new OpenSearchStore({ urls: [`http://127.0.0.1:${port}`] });
  return store;
}

const asks: [string, (store: OpenSearchStore) => Promise<unknown>][] = [
  ["count", (of) => of.open(HEAD.name).count({})],
  ["stream", (of) => of.open(HEAD.name).stream({})[Symbol.asyncIterator]().next()],
  ["label", (of) => of.open(HEAD.name).label("f", [{ id: "a", belongs: true }])],
];

it.each(asks)("%s says that there is none where it was removed meanwhile", async (_, ask) => {
  await expect(ask(await openStore(1))).rejects.toMatchObject({ code: "unknown-collection" });
});

it.each(asks)("%s says that the rows are gone where it was not", async (_, ask) => {
  await expect(ask(await openStore(9))).rejects.toMatchObject({
    code: "cluster-problem",
    message: expect.stringContaining("The rows of “tests” are gone"),
  });
});
