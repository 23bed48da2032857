import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import type { Engine } from "./host.ts";

/** The retina that is open when nothing else was chosen. */
export const RETINA = "en_associative";

/** The cells of an expression as the engine answers them, past the page. */
export async function positionsOf(
  { service: { handlers } }: Engine,
  body: ExpressionJson,
  retina_name = RETINA,
): Promise<readonly number[]> {
  const { positions } = await handlers["expressions.evaluate"](
    { retina_name, body, sparsity: 1 },
    NEVER_CANCELLED,
  );
  return positions;
}
