import { Ellipsis, FileUp } from "lucide-react";
import { memo, useState } from "react";
import type { CollectionInfo } from "../../api/collection-queries.ts";
import { IconButton } from "../../components/controls/button.tsx";
import { ActionMenu, MenuTrigger } from "../../components/controls/menu.tsx";
import { formatCount, plural } from "../../model/format.ts";
import { runAction, useRegisterActions } from "../../state/actions.ts";
import { openCollection, useOpenCollection } from "../../state/collection/collection-look.ts";
import { ConnectionBox } from "./connection-box.tsx";
import { RemoveBox } from "./remove-box.tsx";

interface PickerProps {
  readonly collections: readonly CollectionInfo[];
}

/** The collections by name, and what can be done with the open one. */
export const CollectionPicker = memo(function CollectionPicker({ collections }: PickerProps) {
  const name = useOpenCollection();
  const open = collections.find((each) => each.name === name);
  const [isConnecting, setConnecting] = useState(false);
  const [removing, setRemoving] = useState<CollectionInfo | null>(null);
  useRegisterActions([
    {
      id: "collection.remove",
      title: "Remove the collection…",
      group: "Collection",
      disabledBecause: open ? null : "No collection is open",
      run: () => setRemoving(open ?? null),
    },
    {
      id: "collection.connection",
      title: "Choose where collections are stored: this machine or a cluster…",
      group: "Collection",
      run: () => setConnecting(true),
    },
  ]);
  return (
    <div className="row gap-1">
      <select
        className="grow strong"
        aria-label="Open collection"
        value={open?.name ?? ""}
        disabled={collections.length === 0}
        onChange={({ currentTarget }) => openCollection(currentTarget.value)}
      >
        <option value="">{collections.length === 0 ? "No collection yet" : "Choose one…"}</option>
        {collections.map((each) => (
          <option key={each.name} value={each.name}>
            {each.name} ({formatCount(each.rows)})
          </option>
        ))}
      </select>
      <IconButton
        icon={FileUp}
        label="Import a file as a collection…"
        onPress={() => runAction("collection.choose-file")}
      />
      <MenuTrigger>
        <IconButton icon={Ellipsis} label="More about collections" />
        <ActionMenu
          label="Collections"
          groups={[
            {
              entries: [
                {
                  id: "sample",
                  label: "Open the sample",
                  run: () => runAction("collection.open-sample"),
                },
                {
                  id: "rights",
                  label: "Open human rights in 15 languages",
                  run: () => runAction("collection.open-rights"),
                },
              ],
            },
            {
              entries: [
                {
                  id: "connection",
                  label: "Where collections are stored…",
                  run: () => setConnecting(true),
                },
                {
                  id: "remove",
                  label: "Remove the collection…",
                  disabledBecause: open ? null : "No collection is open",
                  run: () => setRemoving(open ?? null),
                },
              ],
            },
          ]}
        />
      </MenuTrigger>
      {isConnecting && <ConnectionBox onClose={() => setConnecting(false)} />}
      {removing && (
        <RemoveBox
          name={removing.name}
          what={plural(removing.rows, "row")}
          onClose={() => setRemoving(null)}
        >
          <Lost info={removing} />
        </RemoveBox>
      )}
    </div>
  );
});

/** What is lost with it. */
function Lost({ info }: { readonly info: CollectionInfo }) {
  const labels = info.labels.reduce((sum, { belongs, not }) => sum + belongs + not, 0);
  return (
    <p>
      {plural(info.rows, "row")}
      {labels > 0 && ` with ${plural(labels, "label")}`}
      {info.scores.length > 0 && ` and ${plural(info.scores.length, "column")} of scores`} will be
      deleted. This cannot be undone; the file that you imported stays where it is.
    </p>
  );
}
