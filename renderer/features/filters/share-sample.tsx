import { useQuery } from "@tanstack/react-query";
import { rowsQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import type { Filter } from "../../model/filters/filter-model.ts";
import { NO_OUTLOOK } from "../../model/filters/outlook.ts";
import { plural } from "../../model/format.ts";
import { changeLook, openCollection, restrict } from "../../state/collection/collection-look.ts";
import { changeOutlook } from "../../state/filters/filter-state.ts";
import { openWith } from "../../state/open-with.ts";
import { asOneStep } from "../../state/workspace.ts";
import { chanceLabels } from "./model/chance-labels.ts";

const SEED = 40;
const MOST = 200;
/** Fewer labels say less than the scores do. */
const FEWEST = 10;
/** So many are offered for a label at a time. */
const ASKED = 20;

interface ShareSampleProps {
  readonly filter: Filter;
  readonly collection: string;
}

/** The share of a collection that belongs, counted on labels of rows that chance took. */
export function ShareSample({ filter, collection }: ShareSampleProps) {
  const { share, labels } = filter.outlook ?? NO_OUTLOOK;
  const { data } = useQuery(
    rowsQuery(collection, {
      query: { sample: { rows: MOST, seed: SEED } },
      sort: null,
      offset: 0,
      limit: MOST,
    }),
  );
  if (!data) return null;
  const { labelled, belongs, next } = chanceLabels(data.rows, filter.name, SEED);
  const isUsed = labels === labelled && share === belongs / labelled;
  const ask = () => {
    const ids = next.slice(0, ASKED);
    openWith("collection");
    asOneStep(() => {
      openCollection(collection);
      changeLook(`Label for ${filter.name}`, { category: filter.name, lens: "labels" });
      restrict({ kind: "rows", ids, label: `${plural(ids.length, "row")} taken by chance` });
    });
  };
  return (
    <div className="stack gap-1">
      {labelled > 0 && (
        <p className="muted figures">
          {plural(belongs, "row")} of {labelled} labelled by chance{" "}
          {belongs === 1 ? "belongs" : "belong"}.
          {labelled < FEWEST && ` ${FEWEST} are needed; 40 are good.`}
        </p>
      )}
      <div className="row gap-1 wrap">
        {labelled >= FEWEST && !isUsed && (
          <Button
            size="small"
            onPress={() =>
              changeOutlook(filter.id, { share: belongs / labelled, labels: labelled })
            }
          >
            Use {belongs} of {labelled}
          </Button>
        )}
        {next.length > 0 && (
          <Button size="small" onPress={ask}>
            Label {labelled === 0 ? "" : "further "}rows taken by chance
          </Button>
        )}
      </div>
    </div>
  );
}
