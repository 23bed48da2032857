import type { JsonValue } from "../../core/api/schema/json-value.ts";
import { type Expression, isOperation, withSparsity } from "../../core/expression/ast.ts";
import { parseJson } from "../../core/expression/parse-json.ts";
import { pathKey } from "../../core/expression/walk.ts";
import { isRecord } from "../../core/workspace/fit.ts";
import { type Subject, subjectOf } from "./subject.ts";

/**
 * The subject of a workspace of an earlier build, which had JSON with notes beside it. Names of cells stay, muted parts are left
 * out as they were from the result. Anything else, and what cannot be read, is returned as it is.
 */
export function subjectOfFormer(value: JsonValue | undefined): JsonValue | undefined {
  if (!isRecord(value) || !("expression" in value)) return value;
  const { expression, sparsity, ids, extra } = value;
  try {
    const notes = isRecord(extra) ? extra : {};
    const reading = new Former(notes, Array.isArray(ids) ? ids.map(String) : []);
    const tree = expression ? reading.visit(parseJson(expression, "application"), []) : undefined;
    const share = typeof sparsity === "number" && sparsity > 0 ? sparsity : 1;
    const whole = tree && (share < 1 ? withSparsity(tree, share) : tree);
    return withRetinas(subjectOf(whole), reading.retinas) as unknown as JsonValue;
  } catch {
    return value;
  }
}

/** Notes are by the id of a node, or in the oldest workspaces by its path. */
class Former {
  readonly retinas = new Map<string, string>();
  private readonly notes: Readonly<Record<string, unknown>>;
  private readonly ids: readonly string[];
  private place = 0;

  constructor(notes: Readonly<Record<string, unknown>>, ids: readonly string[]) {
    this.notes = notes;
    this.ids = ids;
  }

  visit(node: Expression, path: readonly number[]): Expression | undefined {
    const id = this.ids[this.place] ?? `n${this.place + 1}`;
    this.place++;
    const note = (kind: string) =>
      this.notes[`${kind} ${id}`] ?? this.notes[`${kind} ${pathKey(path)}`];
    const isMuted = note("mute") === true;
    if (isOperation(node)) {
      const operands = node.operands
        .map((operand, index) => this.visit(operand, [...path, index]))
        .filter((operand) => operand !== undefined);
      return isMuted || operands.length === 0 ? undefined : { ...node, operands };
    }
    if (isMuted) return undefined;
    if (node.kind !== "positions") return node;
    const [label, retina] = [note("label"), note("retina")];
    const name = typeof label === "string" && label.trim() !== "" ? label : undefined;
    if (typeof retina === "string") this.retinas.set(node.positions.join(), retina);
    return name === undefined ? node : { ...node, name };
  }
}

function withRetinas(subject: Subject, retinas: ReadonlyMap<string, string>): Subject {
  const cells = subject.cells.map((each) => {
    const retina = retinas.get(each.positions.join());
    return retina === undefined ? each : { ...each, retina };
  });
  return { ...subject, cells };
}
