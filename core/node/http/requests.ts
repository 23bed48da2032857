import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "../../api/schema/define-endpoint.ts";
import { BASE_PATH, endpoints, names } from "../../api/table.ts";
import { ApiError, badInput, bodyTooLarge, methodNotAllowed, notFound } from "../../errors.ts";

/** Ids that differ between requests and between runs, e.g. `k3f9-1a`. */
export function requestIds(): () => string {
  const run = randomBytes(3).toString("hex");
  let count = 0;
  return () => `${run}-${(++count).toString(36)}`;
}

/**
 * The path and query a request means. Absolute-form targets, as clients with proxy settings send them,
 * lose scheme and host; doubled and trailing slashes count as one and none.
 */
export function normaliseTarget(target: string): string {
  const origin = target.startsWith("/") ? target : target.replace(ABSOLUTE, "");
  const queryStart = origin.indexOf("?");
  const path = queryStart === -1 ? origin : origin.slice(0, queryStart);
  const query = queryStart === -1 ? "" : origin.slice(queryStart);
  if (!path.includes("//") && !path.endsWith("/") && path !== "") return path + query;
  const parts = path.split("/").filter((part) => part !== "");
  return `/${parts.join("/")}${query}`;
}

/** Whether a target names its own host, which a browser never does to an origin server. */
export const isAbsolute = (target: string): boolean => ABSOLUTE.test(target);

const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/** What the framework found wrong with a request, as an error of the table. */
export function toApiError(cause: unknown, request: FastifyRequest): ApiError {
  if (cause instanceof ApiError) return cause;
  const code = (cause as { code?: unknown }).code;
  const status = (cause as { statusCode?: unknown }).statusCode;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    const size = request.headers["content-length"];
    const limit = request.routeOptions.bodyLimit ?? 0;
    return bodyTooLarge(limit, size === undefined ? undefined : Number(size));
  }
  if (code === "FST_ERR_BAD_URL")
    return badInput(
      "path",
      "The address holds a % that is not followed by the code of a character.",
    );
  if (request.is404) return notFoundError(request);
  if (typeof status === "number" && status >= 400 && status < 500)
    return badInput("body", "The request could not be read.");
  return new ApiError(ApiError.toData(cause));
}

/** Unknown path, or known path and wrong method. */
export function notFoundError(request: FastifyRequest): ApiError {
  const path = pathOf(request);
  const methods = methodsAt(request);
  if (methods.length > 0)
    return methodNotAllowed(
      `${path} is called with ${methods.join(" or ")}, not ${request.method}.`,
    );
  return notFound(`There is nothing at ${path.slice(0, 200)}; see ${BASE_PATH}/openapi.json.`);
}

const pathOf = ({ url }: FastifyRequest): string => url.split("?")[0] ?? "";

/** Methods that the path of a request can be called with. */
export function methodsAt(request: FastifyRequest): string[] {
  const path = pathOf(request);
  return names
    .map((name): Endpoint => endpoints[name])
    .filter((endpoint) =>
      [endpoint.path, ...(endpoint.aliases ?? [])].some((known) => path === BASE_PATH + known),
    )
    .map((endpoint) => endpoint.method);
}
