import { Ellipsis } from "lucide-react";
import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import type { RetinaStamp } from "../../../../core/workspace/cells.ts";
import { termQuery } from "../../../api/map-queries.ts";
import { queryClient } from "../../../api/query-client.ts";
import { Button, IconButton } from "../../../components/controls/button.tsx";
import { ActionMenu, MenuTrigger } from "../../../components/controls/menu.tsx";
import { copyText } from "../../../components/files/download.ts";
import { makeFingerprint } from "../../../model/fingerprint.ts";
import { plural } from "../../../model/format.ts";
import { undoableToast } from "../../../state/edits.ts";
import { openWith } from "../../../state/open-with.ts";
import { pins } from "../../../state/pins.ts";
import { useRetina } from "../../../state/retina.ts";
import { toast } from "../../../state/toasts.ts";
import { useEvaluatedSubject } from "../../../state/use-subject.ts";
import { subtractTerms } from "../edit-subject.ts";
import type { SimilarRow } from "./similar-columns.tsx";
import { useWhyNear } from "./why-near.ts";

/** What can be done with the chosen rows; its place is kept, so that choosing moves nothing. */
export function SelectionBar({ chosen }: { readonly chosen: readonly SimilarRow[] }) {
  const retina = useRetina();
  const { expression } = useEvaluatedSubject();
  const isWhyOpen = useWhyNear(({ isOpen }) => isOpen);
  const terms = chosen.map(({ term }) => term);
  const count = plural(terms.length, "term");
  if (terms.length === 0 || !retina)
    return (
      <footer className="selection-bar muted">
        Shift or Ctrl selects more, Enter opens the term
      </footer>
    );
  return (
    <section className="selection-bar" aria-label={`${count} chosen`}>
      <Button size="small" onPress={() => openWith("explore", [anyOf(terms)])}>
        Or {count}
      </Button>
      {terms.length > 1 && (
        <Button size="small" onPress={() => openWith("explore", [{ and: terms.map(termOf) }])}>
          And
        </Button>
      )}
      {expression && (
        <Button size="small" onPress={() => subtractTerms(terms)}>
          Subtract {terms.length === 1 ? "it" : "them"}
        </Button>
      )}
      <Button size="small" onPress={() => void pinTerms(terms, retina)}>
        Pin
      </Button>
      {terms.length === 1 && (
        <Button
          size="small"
          tone="quiet"
          aria-expanded={isWhyOpen}
          onPress={() => useWhyNear.setState({ isOpen: !isWhyOpen })}
        >
          About it
        </Button>
      )}
      <MoreMenu terms={terms} count={count} expression={expression} />
    </section>
  );
}

const termOf = (term: string): ExpressionJson => ({ term });

const anyOf = (terms: readonly string[]): ExpressionJson => {
  const [only] = terms;
  return terms.length === 1 && only !== undefined ? { term: only } : { or: terms.map(termOf) };
};

interface MoreMenuProps {
  readonly terms: readonly string[];
  readonly count: string;
  readonly expression: ExpressionJson | null;
}

function MoreMenu({ terms, count, expression }: MoreMenuProps) {
  const copy = async () => {
    const isDone = await copyText(terms.join("\n"));
    toast(isDone ? `Copied ${count}` : "The system did not allow copying.");
  };
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} isSmall label={`More for ${count}`} />
      <ActionMenu
        label="Chosen terms"
        groups={[
          {
            entries: [
              { id: "copy", label: `Copy ${count}`, run: () => void copy() },
              {
                id: "examples",
                label: `Use ${count} as filter examples`,
                run: () =>
                  openWith(
                    "filters",
                    terms.map((term) => ({ text: term })),
                  ),
              },
              {
                id: "compare",
                label: "Compare with the query",
                disabledBecause: expression ? null : "There is no query",
                run: () => expression && openWith("compare", [expression, anyOf(terms)]),
              },
            ],
          },
        ]}
      />
    </MenuTrigger>
  );
}

/** Several pins are one step of undo. */
async function pinTerms(terms: readonly string[], retina: RetinaStamp): Promise<void> {
  const found = await Promise.all(
    terms.map((term) => queryClient.fetchQuery(termQuery(retina.name, term))),
  );
  const made = found.map(({ term, positions }) =>
    makeFingerprint({ label: term, source: { term }, positions, retina }),
  );
  const label = plural(terms.length, "term");
  pins.edit(`Pin ${label}`, (before) => [...before, ...made]);
  undoableToast(`Pinned ${label}`);
}
