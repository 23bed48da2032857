import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../../core/api/schema/define-endpoint.ts";
import { endpoints, isName, names } from "../../../core/api/table.ts";
import { errorStatus } from "../../../core/errors.ts";

describe("the endpoint table", () => {
  it("has no path twice, and no field that is in the query and in the body", () => {
    const paths = names.flatMap((name) => {
      const endpoint: Endpoint = endpoints[name];
      return [endpoint.path, ...(endpoint.aliases ?? [])].map(
        (path) => `${endpoint.method} ${path}`,
      );
    });
    expect(new Set(paths).size).toBe(paths.length);
    for (const name of names) {
      const { query, body }: Endpoint = endpoints[name];
      const fields = body.as === "fields" ? Object.keys(body.fields) : [];
      expect(fields.filter((field) => field in query)).toEqual([]);
    }
  });

  it("gives no body to GET, and a sentence to each endpoint", () => {
    for (const name of names) {
      const endpoint: Endpoint = endpoints[name];
      if (endpoint.method === "GET") expect(endpoint.body.as).toBe("none");
      expect(endpoint.summary).toMatch(/^[A-Z].*\.$/);
      for (const code of endpoint.errors) expect(errorStatus).toHaveProperty(code);
    }
  });

  it("keeps what is beside the contract under a path of its own", () => {
    for (const name of names)
      expect(endpoints[name].path.startsWith("/semascope/")).toBe(name.startsWith("app."));
  });

  it("knows its names, and nothing that every object has", () => {
    expect(isName("terms.similar")).toBe(true);
    for (const name of ["__proto__", "constructor", "toString", "terms", 7, undefined])
      expect(isName(name)).toBe(false);
  });
});
