import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { hueOf, letterOf } from "../../components/fingerprint-grid/layers.ts";
import { plural } from "../../components/format.ts";
import { hoverTerm } from "../../state/hover.ts";
import { subject } from "../../state/subject.ts";
import { useExploredSubject } from "../../state/use-subject.ts";

/** The senses of what was built: keep one, or take one away. */
export function Senses() {
  const { data } = useExploredSubject();
  const contexts = data?.contexts ?? [];
  if (contexts.length < 2) return null;
  const restrict = (operator: "and" | "sub", label: string, positions: readonly number[]) =>
    subject.edit(`${operator === "and" ? "Keep" : "Subtract"} the sense ${label}`, (before) => {
      if (!before.expression) return before;
      const operands = [before.expression, { positions: [...positions] }];
      return {
        ...before,
        expression: operator === "and" ? { and: operands } : { sub: operands },
      };
    });
  return (
    <section aria-label="Senses">
      <h3>Senses</h3>
      <ul className="senses">
        {contexts.slice(0, 8).map(({ id, label, names, positions }, index) => (
          <li
            key={id}
            onPointerEnter={() => hoverTerm({ name: `sense ${id}`, positions })}
            onPointerLeave={() => hoverTerm(null)}
          >
            <div className="sense-head">
              <Chip colour={hueOf(index)} letter={letterOf(index)}>
                {label}
              </Chip>
              <span className="muted figures">{plural(positions.length, "cell")}</span>
            </div>
            <p className="muted sense-names" dir="auto">
              {names.join(", ")}
            </p>
            <div className="sense-actions">
              <Button size="small" onPress={() => restrict("sub", label, positions)}>
                Subtract this sense
              </Button>
              <Button size="small" tone="quiet" onPress={() => restrict("and", label, positions)}>
                Keep only it
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
