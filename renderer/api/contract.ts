import type { Name } from "../../core/api/client-types.ts";
import type { Endpoint } from "../../core/api/schema/define-endpoint.ts";
import { endpoints } from "../../core/api/table.ts";
import { ApiError } from "../../core/errors.ts";
import { misfitIn } from "../../core/workspace/fit.ts";

export { toRequest } from "../../core/api/to-request.ts";

/** Whatever shows an answer relies on its form. @throws ApiError of code "internal" where it has another one */
export function checkAnswer(name: Name, value: unknown): void {
  const { output, replyAs }: Endpoint = endpoints[name];
  const place = replyAs === "media" ? null : misfitIn(output, value);
  if (place === null) return;
  throw new ApiError({
    code: "internal",
    message: `The engine’s answer is invalid${place === "" ? "" : ` (at ${place})`}, so it is not shown. Try again. If that fails, restart Semascope.`,
    details: { endpoint: name, place },
  });
}
