import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../../../components/controls/button.tsx";
import { labelOfTree, notesOf, treeOf } from "../../../model/expression-tree.ts";
import type { Place } from "../../../model/subject.ts";
import { subjectAt } from "../../../model/subject.ts";
import { runAction } from "../../../state/actions.ts";
import { jump, useNavigation } from "../../../state/navigation.ts";
import { showPlace } from "../../../state/subject.ts";

const MOST_BEHIND = 5;
const MOST_AHEAD = 2;

/** Where the walk came from and where it can go back to. */
export function Trail() {
  const { back, here, forward } = useNavigation();
  const crumbs = crumbsOf(back, here, forward);
  if (crumbs.length < 2) return null;
  return (
    <nav className="trail row gap-half" aria-label="Walk">
      <IconButton
        icon={ChevronLeft}
        isSmall
        label="Back"
        keys="Alt+ArrowLeft"
        isDisabled={back.length === 0}
        onPress={() => runAction("go.back")}
      />
      <ol className="row gap-0 grow fine">
        {crumbs.map(({ label, steps }) => (
          <li className="row gap-0" key={steps}>
            {steps === 0 ? (
              <span aria-current="page" dir="auto">
                {label}
              </span>
            ) : (
              <button
                type="button"
                dir="auto"
                data-ahead={steps > 0 || undefined}
                onClick={() => showPlace(jump(steps))}
              >
                {label}
              </button>
            )}
          </li>
        ))}
      </ol>
      <IconButton
        icon={ChevronRight}
        isSmall
        label="Forward"
        keys="Alt+ArrowRight"
        isDisabled={forward.length === 0}
        onPress={() => runAction("go.forward")}
      />
    </nav>
  );
}

interface Crumb {
  readonly label: string;
  /** Steps along the trail from here: below zero is back. */
  readonly steps: number;
}

const LONGEST = 24;

/** What is looked at there, its parts by their names. */
function nameOfPlace(place: Place): string {
  const there = subjectAt(place);
  const tree = treeOf(there);
  return tree ? labelOfTree(tree, notesOf(there), LONGEST) : "";
}

/** Places with something to look at, near where the person is; the same thing seen twice in a row stands once. */
export function crumbsOf(
  back: readonly Place[],
  here: Place,
  forward: readonly Place[],
): readonly Crumb[] {
  const shown = [...back, here, ...forward].flatMap((place, index) =>
    place.expression ? [{ label: nameOfPlace(place), steps: index - back.length }] : [],
  );
  const crumbs = shown.filter(({ label, steps }, index) => {
    // Of two that are alike the one nearer to the person stays.
    const nearer = steps === 0 ? undefined : shown[steps < 0 ? index + 1 : index - 1];
    return nearer?.label !== label;
  });
  const behind = crumbs.filter(({ steps }) => steps < 0);
  const rest = crumbs.filter(({ steps }) => steps >= 0);
  return [...behind.slice(-MOST_BEHIND), ...rest.slice(0, 1 + MOST_AHEAD)];
}
