import { X } from "lucide-react";
import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { formatSize, plural } from "../../components/format.ts";
import { TermInput } from "../../components/terms/term-input.tsx";
import { labelOf } from "../../state/fingerprint.ts";
import { useShowOnMap } from "../../state/map-content.ts";
import { rememberTerm, useSettings } from "../../state/settings.ts";
import { clearSubject, subject } from "../../state/subject.ts";
import { useCompletions } from "../../state/use-completions.ts";
import { useEvaluatedSubject, useSubjectOnMap } from "../../state/use-subject.ts";
import { BuildExamples } from "./build-examples.tsx";
import { Senses } from "./senses.tsx";
import "./build.css";

/** What goes in: words and texts; and what was made of them so far. */
export function BuildLens() {
  useShowOnMap(useSubjectOnMap());
  const { expression, retina, result, data } = useEvaluatedSubject();
  const complete = useCompletions(retina?.name ?? "");
  const recent = useSettings(({ recentTerms }) => recentTerms);
  const add = (operand: ExpressionJson) => {
    if ("term" in operand) rememberTerm(operand.term);
    subject.edit(`Add ${labelOf(operand, 30)}`, (before) => ({
      ...before,
      expression: withOperand(before.expression, operand),
    }));
  };
  return (
    <div className="lens">
      <h2>Build</h2>
      <TermInput
        label="Add a term or a text"
        placeholder={expression ? "Add a word" : "Type a word, e.g. jaguar"}
        autoFocus
        complete={complete}
        recent={recent}
        onTerm={(term) => add({ term })}
        onText={(text) => add({ text })}
        onMany={(terms) => {
          for (const term of terms) add({ term });
        }}
      />
      {expression === null ? (
        <BuildExamples />
      ) : (
        <>
          <section className="build-expression" aria-label="Expression">
            <p dir="auto">{labelOf(expression, 200)}</p>
            <p className="muted figures">{data ? formatSize(data.positions.length) : " "}</p>
            <Button size="small" tone="quiet" onPress={clearSubject}>
              <X size={13} aria-hidden="true" /> Clear
            </Button>
          </section>
          {data?.unknown.map((unknown) => (
            <section key={unknown.path} className="build-unknown" role="status">
              <Chip tone="error">{unknown.term}</Chip> is not in {retina?.name}; it is left out.
              <div className="build-choices">
                {unknown.suggestions.slice(0, 5).map((term) => (
                  <Chip key={term} onPress={() => replaceTerm(unknown.term, term)}>
                    {term}
                  </Chip>
                ))}
              </div>
            </section>
          ))}
          {data && data.positions.length > 0 && <Senses />}
          {data?.positions.length === 0 && data.unknown.length === 0 && (
            <p className="build-none">
              No cells left: {plural(data.trace.length, "step")} ended with nothing in common. Undo
              the last step, or add another word.
            </p>
          )}
        </>
      )}
      {result.isError && (
        <Failure error={result.error} doing="Evaluating" onRetry={() => void result.refetch()} />
      )}
    </div>
  );
}

/** The first operand stands alone; further ones widen the meaning. */
function withOperand(before: ExpressionJson | null, operand: ExpressionJson): ExpressionJson {
  if (before === null) return operand;
  return "or" in before ? { or: [...before.or, operand] } : { or: [before, operand] };
}

function replaceTerm(from: string, to: string): void {
  const rename = (node: ExpressionJson): ExpressionJson => {
    if ("term" in node) return node.term === from ? { term: to } : node;
    if ("and" in node) return { and: node.and.map(rename) };
    if ("or" in node) return { or: node.or.map(rename) };
    if ("sub" in node) return { sub: node.sub.map(rename) };
    return "xor" in node ? { xor: node.xor.map(rename) } : node;
  };
  subject.edit(`Replace ${from} by ${to}`, (before) => ({
    ...before,
    expression: before.expression ? rename(before.expression) : null,
  }));
}
