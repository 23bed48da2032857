import { Button as AriaButton } from "react-aria-components";

const ROWS: readonly (readonly [string, string])[] = [
  ["apple + fruit", "any of them; also | or"],
  ["music & physics", "all of them; also and"],
  ["jaguar - car", "the first without the rest; also sub, but not"],
  ["cat ^ dog", "in one only; of three and more, in an odd number; also xor"],
  ["(apple + fruit) - company", "brackets say what comes first"],
  ['"new york"', "quotes keep words together"],
  ['text:"the river rose"', "a whole text"],
  ["[0, 4, 10-40]", "cells by number"],
  ['["sense car"]', "cells by a name they have here"],
  ["@name", "something on the shelf"],
  ["#3", "an entry of the history"],
  ['region:"music"', "a named region of the map"],
  ['filter:"Cooking"', "one of your category filters"],
  ["(cat + dog)~2%", "thinned to a share of the map"],
];

/** The syntax by example; pressing one writes it into the line. */
export function CheatSheet({ onTry }: { readonly onTry: (line: string) => void }) {
  return (
    <section className="cheat-sheet stack note" aria-label="How to write an expression">
      <p className="muted">
        & comes before + and −, which go from left to right; ^ comes last. Press an example to write
        it.
      </p>
      <ul>
        {ROWS.map(([example, meaning]) => (
          <li className="columns gap-1-2" key={example}>
            <AriaButton className="press link breaks" onPress={() => onTry(example)}>
              <code>{example}</code>
            </AriaButton>
            <span className="muted">{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
