import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { chipText, slotOf } from "../../model/collection/restrictions.ts";
import { formatCount } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { showAll, unrestrict } from "../../state/collection/collection-look.ts";
import { ExportRowsMenu } from "./export-rows-menu.tsx";
import { type OpenCollection, useLive } from "./use-collection.ts";
import { useHeat } from "./use-heat.ts";

/** How many rows are left, and every restriction with its way out. */
export function ChipsBar({ open }: { readonly open: OpenCollection }) {
  const { restrictions } = useLive(open).look;
  const { data } = useHeat(open);
  const total = open.info.rows;
  useRegisterActions([
    {
      id: "collection.show-all",
      title: "Show all rows",
      group: "Collection",
      disabledBecause: restrictions.length === 0 ? "All rows are shown" : null,
      run: showAll,
    },
  ]);
  return (
    <div className="collection-chips row gap-1-3 wrap">
      <p className="collection-count figures" aria-live="polite">
        <strong>{data ? formatCount(data.rows) : "…"}</strong> of {formatCount(total)} rows
      </p>
      {restrictions.length > 0 && (
        <ul aria-label="Restrictions">
          {restrictions.map((each) => (
            <li key={slotOf(each)}>
              <Chip
                onRemove={() => unrestrict(slotOf(each))}
                removeLabel={`Take away ${chipText(each)}`}
              >
                {chipText(each)}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      {restrictions.length > 1 && (
        <Button size="small" tone="quiet" onPress={showAll}>
          Show all rows
        </Button>
      )}
      <ExportRowsMenu info={open.info} look={open.look} query={open.query} />
    </div>
  );
}
