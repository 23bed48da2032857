import { Dialog } from "../components/controls/dialog.tsx";
import { Keys } from "../components/controls/keys.tsx";
import { type Action, useActions } from "../state/actions.ts";
import { alternatives } from "./key-bindings.ts";
import { closeOverlay, useOverlay } from "./overlays.ts";

/** All keys by group. */
export function ShortcutSheet() {
  const isOpen = useOverlay(({ overlay }) => overlay === "shortcuts");
  const actions = useActions((state) => state.actions);
  const groups = byGroup(actions);
  return (
    <Dialog title="Keys" width="wide" isOpen={isOpen} onClose={closeOverlay}>
      <p className="muted">
        Keys without Ctrl or Alt work while the focus is on the map. Ctrl+K finds every command.
      </p>
      <div className="shortcut-groups">
        {[...groups].map(([group, members]) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {members.map((action) => (
                <ShortcutRow key={action.id} action={action} />
              ))}
            </ul>
          </section>
        ))}
        <section>
          <h3>On the map</h3>
          <ul>
            {MAP_KEYS.map(([keys, title]) => (
              <li key={title} className="shortcut-row row">
                <span className="grow">{title}</span>
                <kbd>{keys}</kbd>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}

/** Actions with a key, the last registered of each id, by group. */
function byGroup(actions: readonly Action[]): Map<string, Action[]> {
  const groups = new Map<string, Action[]>();
  for (const action of new Map(actions.map((each) => [each.id, each])).values()) {
    if (!action.keys) continue;
    const members = groups.get(action.group);
    if (members) members.push(action);
    else groups.set(action.group, [action]);
  }
  return groups;
}

const MAP_KEYS = [
  ["Arrows", "Move the cursor one cell"],
  ["Shift+Arrows", "To the next set cell"],
  ["Page Up, Page Down", "Eight rows"],
  ["Home, End", "Ends of the row"],
  ["Ctrl+Home, Ctrl+End", "First and last set cell"],
  ["Enter", "Open the cell's card"],
  ["Space", "Choose the cell"],
  ["B", "Corner of a rectangle, then the other"],
  ["Space+drag", "Move the map with any tool"],
  ["+  −  0", "Zoom in, zoom out, whole map"],
] as const;

function ShortcutRow({ action: { title, keys = "" } }: { readonly action: Action }) {
  return (
    <li className="shortcut-row row gap-1">
      <span className="grow">{title}</span>
      {alternatives(keys).map((each) => (
        <Keys key={each} keys={each} />
      ))}
    </li>
  );
}
