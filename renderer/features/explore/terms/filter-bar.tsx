import { ListFilter } from "lucide-react";
import { Dialog, DialogTrigger, Popover } from "react-aria-components";
import { Button } from "../../../components/controls/button.tsx";
import { Chip } from "../../../components/controls/chip.tsx";
import { ColumnMenu } from "../../../components/table/column-menu.tsx";
import { formatCount } from "../../../model/format.ts";
import { senseLooks } from "../../../model/sense-colours.ts";
import { chipsOf, NO_FILTERS } from "../model/term-filters.ts";
import { changeFilters, changeSpread, SPREADS, similar, spreadOf } from "../similar-state.ts";
import { FilterForm } from "./filter-form.tsx";
import { similarColumns } from "./similar-columns.tsx";
import { useSimilarTerms } from "./use-similar-terms.ts";

const COLUMNS = similarColumns();

/** How many terms there are, what narrows them down, and what each filter costs. */
export function FilterBar() {
  const { first, rows, state, sense } = useSimilarTerms();
  if (!first) return null;
  const chips = chipsOf(state.filters, first);
  const isInColumns = state.columns !== undefined;
  const spread = isInColumns ? 0 : spreadOf(state);
  const oneSense = isInColumns ? null : sense;
  const isNarrowed = chips.length > 0;
  return (
    <section className="stack" aria-label="Filters">
      <div className="filter-line row gap-1">
        <p className="muted figures grow" role="status">
          {isNarrowed
            ? `${formatCount(first.passed)} of ${formatCount(first.total)} terms pass`
            : isInColumns
              ? `${formatCount(first.total)} terms share a cell`
              : `${formatCount(rows.length)} of ${formatCount(first.total)} terms${sense ? " of this sense" : " that share a cell"}`}
        </p>
        <DialogTrigger>
          <Button size="small">
            <ListFilter size={13} aria-hidden="true" /> Filter
          </Button>
          <Popover className="style-popover float" placement="bottom end" offset={4}>
            <Dialog className="filter-form stack gap-3" aria-label="Filter the terms">
              <FilterForm />
            </Dialog>
          </Popover>
        </DialogTrigger>
        {!isInColumns && <ColumnMenu name="similar" columns={COLUMNS} />}
      </div>
      {(isNarrowed || oneSense || spread > 0) && (
        <div className="row gap-1 wrap">
          {oneSense && (
            <Chip
              {...senseLooks(first.contexts)(oneSense.id)}
              removeLabel="Show every sense"
              onRemove={() =>
                similar.edit("Show every sense", (before) => ({ ...before, sense: null }))
              }
            >
              {oneSense.label}
            </Chip>
          )}
          {spread > 0 && (
            <Chip removeLabel="Order by nearness alone" onRemove={() => changeSpread(0)}>
              {SPREADS[spread]}
            </Chip>
          )}
          {chips.map(({ id, label, before, lifted }) => (
            <Chip
              key={id}
              removeLabel={`Remove the filter ${label}`}
              onRemove={() => changeFilters(`Remove the filter ${label}`, lifted)}
            >
              {label}
              {before !== null && (
                <span className="muted figures">
                  {` ${formatCount(before)} → ${formatCount(first.passed)}`}
                </span>
              )}
            </Chip>
          ))}
        </div>
      )}
      {first.passed === 0 && <NothingPasses total={first.total} chips={chips} />}
    </section>
  );
}

interface NothingPassesProps {
  readonly total: number;
  readonly chips: ReturnType<typeof chipsOf>;
}

/** Names the filter whose removal brings the most back. */
function NothingPasses({ total, chips }: NothingPassesProps) {
  const best = chips.reduce<(typeof chips)[number] | null>(
    (most, chip) => ((chip.before ?? 0) > (most?.before ?? 0) ? chip : most),
    null,
  );
  return (
    <div className="stack at-start note caution">
      <p>0 of {formatCount(total)} terms pass.</p>
      {best ? (
        <Button
          size="small"
          onPress={() => changeFilters(`Remove the filter ${best.label}`, best.lifted)}
        >
          Remove “{best.label}” (would give {formatCount(best.before ?? 0)})
        </Button>
      ) : (
        <Button size="small" onPress={() => changeFilters("Remove all filters", NO_FILTERS)}>
          Remove all filters
        </Button>
      )}
    </div>
  );
}
