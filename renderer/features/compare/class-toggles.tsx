import { CLASSES, nameOf, type OverlapClass } from "../../model/compare/comparison.ts";
import { formatCount, plural } from "../../model/format.ts";
import { comparison, toggleClass } from "../../state/compare/comparison.ts";

interface ClassTogglesProps {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** The three parts of the overlay with their counts, which add up; each can be hidden on the map. */
export function ClassToggles({ left, right }: ClassTogglesProps) {
  const now = comparison.use();
  const rightSet = new Set(right);
  const both = left.filter((position) => rightSet.has(position)).length;
  const counts = { left: left.length - both, both, right: right.length - both };
  const titles: Record<OverlapClass, string> = {
    left: `Only ${nameOf(now.left, "left")}`,
    both: "Both",
    right: `Only ${nameOf(now.right, "right")}`,
  };
  return (
    <section className="class-toggles" aria-label="Parts on the map">
      <h3>On the map</h3>
      <ul>
        {CLASSES.map((name) => (
          <li key={name}>
            <label className="class-toggle" data-class={name}>
              <input
                type="checkbox"
                checked={!now.hidden.includes(name)}
                onChange={() => toggleClass(name)}
              />
              <span className="class-swatch" aria-hidden="true" />
              <span className="class-title" dir="auto">
                {titles[name]}
              </span>
              <span className="figures">{formatCount(counts[name])}</span>
            </label>
          </li>
        ))}
      </ul>
      <p className="muted figures">
        {formatCount(counts.left)} + {formatCount(counts.both)} + {formatCount(counts.right)} ={" "}
        {plural(counts.left + counts.both + counts.right, "cell")} in either of the two
      </p>
    </section>
  );
}
