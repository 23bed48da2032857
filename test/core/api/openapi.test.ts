import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { Type } from "#typebox";
import { NamedSchemas, openApiDocument } from "../../../core/api/openapi.ts";
import { endpoints, names } from "../../../core/api/table.ts";

const document = openApiDocument("1.2.3");
const paths = document.paths as Record<string, Record<string, { operationId: string }>>;

type Json = Record<string, unknown>;

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  it("has every endpoint once, and its aliases", () => {
    for (const name of names) {
      const { method, path } = endpoints[name];
      expect(paths[path]?.[method.toLowerCase()]?.operationId).toBe(name);
    }
    expect(paths["/terms/similarTerms"]?.get).toMatchObject({ deprecated: true });
    const ids = Object.values(paths).flatMap((item) =>
      Object.values(item).map((o) => o.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("says which parameters are required", () => {
    const { parameters } = { parameters: [], ...paths["/terms/similar_terms"]?.get } as {
      parameters: { name: string; required: boolean }[];
    };
    const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
    expect(required).toEqual(["term"]);
  });

  it("names the schemas of the contract and describes every group of endpoints", () => {
    const { schemas } = document.components as { schemas: Record<string, unknown> };
    const contract =
      "CategoryFilter Context Error Expression Fingerprint Image LanguageRest Metric";
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([...contract.split(" "), "Retina", "Term", "Text", "TextOperand"]),
    );
    expect(schemas.Term).toMatchObject({
      properties: { fingerprint: { $ref: "#/components/schemas/Fingerprint" } },
    });
    const tags = document.tags as { name: string; description: string }[];
    const used = [...new Set(names.map((name) => endpoints[name].group))];
    expect(tags.map(({ name }) => name)).toEqual(used);
    for (const { description } of tags) expect(description).toMatch(/^[A-Z].*\.$/);
  });

  it("describes the query of a collection down to its tests", () => {
    const { schemas } = document.components as { schemas: Record<string, Json> };
    expect(schemas.CollectionQuery).toMatchObject({
      properties: { where: { $ref: "#/components/schemas/Predicate" } },
    });
    expect(schemas.Predicate?.anyOf).toContainEqual({ $ref: "#/components/schemas/NotPredicate" });
    expect(schemas.NotPredicate).toMatchObject({
      required: ["not"],
      properties: { not: { $ref: "#/components/schemas/Predicate" } },
    });
  });

  it("has a named schema for each form of an expression and of a condition", () => {
    const { schemas } = document.components as { schemas: Record<string, Json> };
    for (const { oneOf, anyOf } of [schemas.Expression!, schemas.Predicate!]) {
      const forms = (oneOf ?? anyOf) as { $ref?: string }[];
      for (const { $ref = "" } of forms) {
        const name = $ref.replace("#/components/schemas/", "");
        expect(schemas[name]).toMatchObject({ type: "object", properties: expect.anything() });
      }
    }
  });

  it("gives every body of a request a schema", () => {
    for (const item of Object.values(paths))
      for (const { requestBody } of Object.values(item) as { requestBody?: { content: Json } }[])
        for (const media of Object.values(requestBody?.content ?? {}))
          expect(media).toHaveProperty("schema");
  });

  it("refuses to give two objects one name", () => {
    const schemas = new NamedSchemas();
    schemas.plain(Type.Object({ a: Type.String() }, { title: "Twice" }));
    schemas.plain(Type.Object({ a: Type.String() }, { title: "Twice" }));
    expect(() => schemas.plain(Type.Object({ b: Type.String() }, { title: "Twice" }))).toThrow(
      "Two schemas are called Twice.",
    );
  });
});
