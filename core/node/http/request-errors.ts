import type { FastifyRequest } from "fastify";
import type { Endpoint } from "../../api/define-endpoint.ts";
import { BASE_PATH, endpoints, names } from "../../api/table.ts";
import { ApiError, badInput, bodyTooLarge, methodNotAllowed, notFound } from "../../errors.ts";

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
