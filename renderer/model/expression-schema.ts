import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { parseJson } from "../../core/expression/parse-json.ts";
import { checked, checkedOnce } from "../../core/workspace/fit.ts";

/** What the engine's own parser reads, with references to what only the application knows. */
export const expressionSchema = checkedOnce(checked<ExpressionJson>(isExpression));

function isExpression(value: unknown): boolean {
  try {
    parseJson(value, "application");
    return true;
  } catch {
    return false;
  }
}
