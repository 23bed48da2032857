import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { reportArgs } from "../../api/filter-report.ts";
import { engineQuery } from "../../api/query-client.ts";
import { Answer } from "../../components/controls/answer.tsx";
import { Button } from "../../components/controls/button.tsx";
import { editsOf } from "../../model/filters/cell-edits.ts";
import type { Filter } from "../../model/filters/filter-model.ts";
import { NO_OUTLOOK } from "../../model/filters/outlook.ts";
import type { Prepared } from "../../model/filters/prepare-examples.ts";
import { preparedKeyOf } from "../../model/filters/scored.ts";
import type { RetinaStamp } from "../../model/fingerprint.ts";
import { plural } from "../../model/format.ts";
import { openAt, readOpenCollection, restrict } from "../../state/collection/collection-look.ts";
import { hoverTerm, useEndHover } from "../../state/hover.ts";
import { openWith } from "../../state/open-with.ts";
import { useRetina } from "../../state/retina.ts";
import { toast } from "../../state/toasts.ts";
import { addProblem, editCells, tooManyEdits } from "./use-cell-edits.ts";

type Spot = Output<"app.filterBlindSpots">["spots"][number];

const blindSpotsQuery = (retina: string, prepared: Prepared, cells: readonly number[]) => {
  const { name: _name, ...asked } = reportArgs(retina, prepared, "");
  return queryOptions({
    ...engineQuery(retina, "app.filterBlindSpots", { ...asked, filter: [...cells] }),
    queryKeyHashFn: () => `blindSpots ${retina} ${preparedKeyOf(prepared)}`,
    retry: false,
  });
};

interface BlindSpotsProps {
  readonly filter: Filter;
  readonly prepared: Prepared;
  /** Cells of the filter. */
  readonly cells: readonly number[];
}

/** Kinds of texts that may belong too, but that the filter has no cells for; looked for when it is opened. */
export function BlindSpots(props: BlindSpotsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>What the filter may be blind to</summary>
      {isOpen && <Spots {...props} />}
    </details>
  );
}

function Spots({ filter, prepared, cells }: BlindSpotsProps) {
  const retina = useRetina();
  useEndHover();
  const result = useQuery({
    ...blindSpotsQuery(retina?.name ?? "", prepared, cells),
    enabled: retina !== null,
  });
  return (
    <Answer
      result={result}
      doing="Looking for blind spots"
      waiting="Comparing the filter with the neighbours of the texts"
    >
      {({ spots }) =>
        spots.length === 0 ? (
          <p className="muted">
            Nothing found: wherever terms like the texts that belong are concentrated, the filter
            has cells, or their cells were removed by you or by the texts that do not belong.
          </p>
        ) : (
          <>
            <p className="muted">
              The terms most like the texts that belong are frequent in these places too, and the
              filter has no cell there. If texts about them belong, add one or two; if not, ignore
              the place.
            </p>
            <ul className="stack gap-3" aria-label="Blind spots">
              {retina &&
                spots.map((spot) => (
                  <li key={spot.label}>
                    <SpotRow
                      spot={spot}
                      of={prepared.positive.length}
                      problem={
                        tooManyEdits(editsOf(filter)) ??
                        addProblem(spot.positions.length, cells.length)
                      }
                      onAdd={() => addSpot(filter, retina, spot)}
                      filter={filter}
                    />
                  </li>
                ))}
            </ul>
          </>
        )
      }
    </Answer>
  );
}

function addSpot(filter: Filter, retina: RetinaStamp, { label, positions }: Spot): void {
  hoverTerm(null);
  const cells = positions;
  editCells({ filter, retina }, { kind: "add", cells, place: label, count: cells.length });
}

/** Rows like these terms, in the collection that the filter is for, else in the open one. */
function findTexts({ outlook = NO_OUTLOOK }: Filter, terms: readonly string[]): void {
  const { source } = outlook;
  const name = source.kind === "collection" ? source.name : readOpenCollection();
  openWith("collection");
  if (name === "") {
    toast("Choose a collection: the texts are looked for in its rows");
    return;
  }
  openAt(name, "rows");
  restrict({ kind: "like", expression: { text: terms.join(" ") }, label: terms.join(", ") });
}

interface SpotRowProps {
  readonly filter: Filter;
  readonly spot: Spot;
  /** Texts that belong. */
  readonly of: number;
  /** Why the cells cannot be added; null when they can. */
  readonly problem: string | null;
  readonly onAdd: () => void;
}

function SpotRow({ filter, spot, of, problem, onAdd }: SpotRowProps) {
  const { label, terms, positions, texts } = spot;
  const show = (isOn: boolean) => hoverTerm(isOn ? { name: label, positions } : null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only lights what the buttons act on
    <div
      className="stack gap-half"
      onPointerEnter={() => show(true)}
      onPointerLeave={() => show(false)}
      onFocus={() => show(true)}
      onBlur={() => show(false)}
    >
      <p dir="auto">
        Texts about <strong>{terms.join(", ")}</strong>
      </p>
      <p className="muted figures">
        {plural(positions.length, "cell")}, near {texts} of{" "}
        {of === 1 ? "1 text that belongs" : `${of} texts that belong`}
      </p>
      <div className="row gap-1 wrap">
        <Button
          size="small"
          aria-label={`Find texts about ${terms.join(", ")}`}
          onPress={() => findTexts(filter, terms)}
        >
          Find such texts
        </Button>
        <Button
          size="small"
          aria-label={`Add the cells around ${label}`}
          isDisabled={problem !== null}
          onPress={onAdd}
        >
          Add these cells
        </Button>
      </div>
      {problem !== null && <p className="muted">{problem}</p>}
    </div>
  );
}
