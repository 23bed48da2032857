import type { TSchema } from "#typebox";
import type { Name } from "../../core/api/client-types.ts";
import type { Endpoint } from "../../core/api/schema/define-endpoint.ts";
import { endpoints } from "../../core/api/table.ts";
import { fits } from "../../core/workspace/fit.ts";

interface Shape extends TSchema {
  readonly type?: string;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minimum?: number;
}

/** An answer of an endpoint of which a test states only what it is about: members that must be there are 0, "", false or empty. */
export const wholeAnswer = (name: Name, part: unknown): unknown =>
  whole((endpoints[name] as Endpoint).output as Shape, part);

function whole(shape: Shape, part: unknown): unknown {
  if (part === undefined) return least(shape);
  if (shape.anyOf && !fits(shape, part)) {
    const object = shape.anyOf.find(({ type }) => type === "object" || type === "array");
    return object ? whole(object, part) : part;
  }
  if (Array.isArray(part) && shape.items)
    return part.map((item) => whole(shape.items as Shape, item));
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  const members = part as Readonly<Record<string, unknown>>;
  const { properties = {}, required = [] } = shape;
  const names = new Set([...Object.keys(members), ...required]);
  return Object.fromEntries(
    [...names].map((name) => {
      const own = properties[name];
      return [name, own ? whole(own, members[name]) : members[name]];
    }),
  );
}

function least(shape: Shape): unknown {
  const { type, anyOf, enum: values, minimum = 0 } = shape;
  if (anyOf) return anyOf.some((each) => each.type === "null") ? null : least(anyOf[0] as Shape);
  if (values) return values[0];
  if ("const" in shape) return shape.const;
  if (type === "object") return whole(shape, {});
  if (type === "array") return [];
  if (type === "string") return "";
  if (type === "boolean") return false;
  return type === "number" || type === "integer" ? minimum : null;
}
