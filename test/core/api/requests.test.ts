import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../core/api/parse-query.ts";
import { endpoints } from "../../../core/api/table.ts";
import { toRequest } from "../../../core/api/to-request.ts";
import { checkArgs } from "../../../core/api/validate.ts";
import { readArguments } from "../../../core/node/http/read-arguments.ts";

const bytes = (body: string | Uint8Array | undefined) =>
  typeof body === "string" ? Buffer.from(body) : body;

const search = (target: string) => target.split("?")[1] ?? "";

describe("a call as a request", () => {
  it("puts query fields into the target and the rest into the body", () => {
    const call = { retina_name: "en", body: { term: "apple" }, max_results: 3 };
    expect(toRequest("expressions.similar", call)).toEqual({
      method: "POST",
      target: "/rest/expressions/similar_terms?retina_name=en&max_results=3",
      body: '{"term":"apple"}',
    });
  });

  it("comes back as the same arguments", () => {
    const args = fc.record(
      {
        term: fc.string({ minLength: 1, unit: "grapheme" }),
        start_index: fc.nat(),
        max_results: fc.integer({ min: 1, max: 1000 }),
        context_id: fc.integer({ min: -1, max: 99 }),
        pos_type: fc.constantFrom("NOUN", "VERB", "ADJECTIVE"),
        get_fingerprint: fc.boolean(),
      },
      { requiredKeys: ["term"] },
    );
    fc.assert(
      fc.property(args, (call) => {
        const { target } = toRequest("terms.similar", call);
        expect(readArguments(endpoints["terms.similar"], search(target))).toEqual(call);
      }),
    );
  });

  it("comes back as the same text, whatever it looks like", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const { body } = toRequest("text.fingerprint", { text });
        expect(readArguments(endpoints["text.fingerprint"], "", bytes(body))).toEqual({ text });
      }),
    );
  });

  it("comes back as the same JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (workspace) => {
        const call = {
          session: "s",
          base: 0,
          save: 1,
          workspace: workspace as Record<string, string>,
        };
        const { body } = toRequest("app.workspaceSave", call);
        const read = readArguments(endpoints["app.workspaceSave"], "", bytes(body));
        expect(JSON.stringify(read.workspace)).toBe(JSON.stringify(workspace));
      }),
    );
  });
});

describe("a query", () => {
  it("takes the first of a repeated field and ignores what it does not know", () => {
    const pairs = [
      ["max_results", "3"],
      ["max_results", "4"],
      ["__proto__", "x"],
      ["term", ""],
    ] as const;
    expect(parseQuery(pairs, endpoints["terms.list"].query)).toEqual({ max_results: 3 });
  });
});

describe("checking arguments", () => {
  it("fills in defaults without touching what was given, and cuts large pages", () => {
    const given = { term: "apple", max_results: 5000 };
    expect(checkArgs("terms.similar", given)).toEqual({
      term: "apple",
      max_results: 1000,
      start_index: 0,
      get_fingerprint: false,
    });
    expect(given).toEqual({ term: "apple", max_results: 5000 });
  });

  it.each([
    [{ term: 5 }, "term"],
    [{ term: "a", max_results: "5" }, "max_results"],
    [{ term: "a", get_fingerprint: "true" }, "get_fingerprint"],
    [{ term: "a", context_id: 0.5 }, "context_id"],
    [{ term: "a", start_index: Number.NaN }, "start_index"],
    [{ term: "a", max_results: Number.POSITIVE_INFINITY }, "max_results"],
    [{ term: null }, "term"],
    [{}, "term"],
  ])("changes no type on the way: %j", (args, field) => {
    expect(() => checkArgs("terms.similar", args)).toThrow(
      expect.objectContaining({ code: "bad-input", details: expect.objectContaining({ field }) }),
    );
  });

  it.each([[null], [undefined], [[]], ["x"], [7]])(
    "refuses arguments that are no object: %j",
    (args) => {
      expect(() => checkArgs("app.health", args)).toThrow(
        expect.objectContaining({ code: "bad-input" }),
      );
    },
  );
});
