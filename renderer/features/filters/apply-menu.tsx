import { useQuery } from "@tanstack/react-query";
import { MenuTrigger } from "react-aria-components";
import { collectionsQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { ActionMenu } from "../../components/controls/menu.tsx";
import type { Filter } from "../../model/filters/filter-model.ts";
import { plural } from "../../model/format.ts";
import { runAction, useRegisterActions } from "../../state/actions.ts";
import { openAt } from "../../state/collection/collection-look.ts";
import { scoreByFilters } from "../../state/collection/score-run.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { openWith } from "../../state/open-with.ts";

/** Collections that are also found by name in the list of all commands. */
const MOST_COMMANDS = 12;

/** The rows of a collection, scored by this filter and shown with the scores. */
export function ApplyMenu({ filter }: { readonly filter: Filter }) {
  const { data } = useQuery(collectionsQuery());
  const ready = useFilterStates().find((each) => each.filter.id === filter.id)?.ready ?? null;
  const disabledBecause = ready ? null : "It has no text that belongs yet";
  const apply = (name: string) => {
    if (!ready) return;
    openAt(name, "scores");
    openWith("collection");
    void scoreByFilters(name, [ready]);
  };
  const collections = data?.collections ?? [];
  useRegisterActions(
    collections.slice(0, MOST_COMMANDS).map(({ name }) => ({
      id: `filters.apply ${name}`,
      title: `Apply ${filter.name} to ${name}`,
      group: "Filters",
      disabledBecause,
      run: () => apply(name),
    })),
  );
  return (
    <MenuTrigger>
      <Button size="small">Apply to…</Button>
      <ActionMenu
        label="Apply to"
        groups={[
          {
            entries: collections.map(({ name, rows }) => ({
              id: name,
              label: `${name}, ${plural(rows, "row")}`,
              disabledBecause,
              run: () => apply(name),
            })),
          },
          {
            entries: [
              {
                id: "file",
                label: "A file of texts…",
                run: () => runAction("collection.choose-file"),
              },
            ],
          },
        ].filter(({ entries }) => entries.length > 0)}
      />
    </MenuTrigger>
  );
}
