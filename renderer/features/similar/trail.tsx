import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../../components/controls/icon-button.tsx";
import { runAction } from "../../state/actions.ts";
import { labelOfTree, notesOf, treeOf } from "../../state/expression-tree.ts";
import { jump, type Place, useNavigation } from "../../state/navigation.ts";
import { showPlace, subjectAt } from "../../state/subject.ts";

const MOST_BEHIND = 5;
const MOST_AHEAD = 2;

/** Where the walk came from and where it can go back to. */
export function Trail() {
  const { back, here, forward } = useNavigation();
  const crumbs = crumbsOf(back, here, forward);
  if (crumbs.length < 2) return null;
  return (
    <nav className="trail" aria-label="Walk">
      <IconButton
        icon={ChevronLeft}
        isSmall
        label="Back"
        keys="Alt+ArrowLeft"
        isDisabled={back.length === 0}
        onPress={() => runAction("go.back")}
      />
      <ol>
        {crumbs.map(({ label, steps }) => (
          <li key={steps}>
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

/** Stepping from one to the other changes the view only. */
const isNext = (next: { readonly steps: number }, steps: number) => next.steps === steps + 1;

/** Places with something to look at, near where the person is; the same thing in two views stands once. */
export function crumbsOf(
  back: readonly Place[],
  here: Place,
  forward: readonly Place[],
): readonly Crumb[] {
  const all = [...back, here, ...forward].map((place, index) => ({
    place,
    steps: index - back.length,
  }));
  const shown = all.flatMap(({ place, steps }) =>
    place.expression ? [{ label: nameOfPlace(place), steps }] : [],
  );
  const behind = shown
    .filter(({ steps }) => steps < 0)
    .filter(
      ({ label, steps }) => !shown.some((next) => next.label === label && isNext(next, steps)),
    );
  const rest = shown
    .filter(({ steps }) => steps >= 0)
    .filter(
      ({ label, steps }) =>
        steps === 0 || !shown.some((last) => last.label === label && isNext({ steps }, last.steps)),
    );
  return [...behind.slice(-MOST_BEHIND), ...rest.slice(0, 1 + MOST_AHEAD)];
}
