import { Ellipsis } from "lucide-react";
import { MenuTrigger } from "react-aria-components";
import { parseJson } from "../../../../core/expression/parse-json.ts";
import { IconButton } from "../../../components/controls/icon-button.tsx";
import { ActionMenu } from "../../../components/controls/menu.tsx";
import { notesFromNames } from "../../../model/expression-tree.ts";
import { type HistoryEntry, labelOfEntry } from "../../../model/query-history.ts";
import { undoableToast } from "../../../state/edits.ts";
import { openWith } from "../../../state/open-with.ts";
import { pin } from "../../../state/pins.ts";
import { forgetQuery } from "../../../state/query-history.ts";
import { useBuild } from "../build-ui.ts";
import { commitEdit, commitTree, currentTree } from "../edit-subject.ts";
import { additionToWhole, addParts } from "../model/add-parts.ts";
import { type Side, sideOf } from "./compare-side.ts";
import { useEntryFingerprint } from "./use-entry-fingerprint.ts";

interface EntryMenuProps {
  readonly entry: HistoryEntry;
  /** What is built now; null while it has no cells. */
  readonly current: Side | null;
  readonly onRename: () => void;
}

/** What can be done with an entry. */
export function EntryMenu({ entry, current, onRename }: EntryMenuProps) {
  const { number, expression, sparsity } = entry;
  const fingerprint = useEntryFingerprint(entry);
  const noCells = fingerprint ? null : "It has no cells here";
  const compare = () => {
    if (!current || !fingerprint) return;
    const { positions } = fingerprint;
    const then = sideOf(
      { expression, sparsity, positions },
      `#${number} ${labelOfEntry(entry, 60)}`,
    );
    openWith("compare", [current.source, then.source], [current.label, then.label]);
  };
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} isSmall label={`Actions for #${number}`} />
      <ActionMenu
        label={`Actions for #${number}`}
        groups={[
          {
            entries: [
              { id: "show", label: "Show it again", run: () => showAgain(entry) },
              {
                id: "compare",
                label: "Compare with current",
                disabledBecause: noCells ?? (current ? null : "Nothing is built now"),
                run: compare,
              },
              { id: "use", label: `Add it to the expression as #${number}`, run: () => add(entry) },
              {
                id: "pin",
                label: "Pin it to the shelf",
                disabledBecause: noCells,
                run: () => fingerprint && pin(fingerprint),
              },
              { id: "name", label: "Name it", run: onRename },
            ],
          },
          { entries: [{ id: "forget", label: "Forget it", run: () => forget(number) }] },
        ]}
      />
    </MenuTrigger>
  );
}

function add({ number, retina }: HistoryEntry): void {
  const tree = currentTree();
  const { operator } = useBuild.getState();
  const part = { kind: "history", entry: number } as const;
  commitEdit(addParts(tree, [part], additionToWhole(tree, operator)), { retina, keepsFocus: true });
}

function forget(number: number): void {
  forgetQuery(number);
  undoableToast(`Forgot #${number}`);
}

/** Makes an entry the expression again. Lists of cells belong to the map they were made on, which need not be the one in use. */
export function showAgain({
  expression,
  sparsity,
  number,
  retina,
  partNames = {},
}: HistoryEntry): void {
  try {
    const tree = parseJson(expression, "application");
    commitTree(sparsity < 1 ? { ...tree, sparsity } : tree, `Show #${number} again`, {
      retina,
      notesOn: (shown) => notesFromNames(shown, partNames),
    });
  } catch {
    useBuild.setState({ refusal: `#${number} cannot be read any more.` });
  }
}
