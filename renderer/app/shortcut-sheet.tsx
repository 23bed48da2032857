import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../components/controls/button.tsx";
import { Dialog } from "../components/controls/dialog.tsx";
import { formatKeys, Keys } from "../components/controls/keys.tsx";
import { type Action, useActions } from "../state/actions.ts";
import { changeSettings, useSettings } from "../state/settings.ts";
import { alternatives, keysOf } from "./key-bindings.ts";
import { closeOverlay, useOverlay } from "./overlays.ts";

const MODIFIERS = new Set(["Control", "Shift", "Alt", "Meta", "AltGraph"]);

/** Keys that belong to the platform: close, new, quit, print, reload and tabs of a browser. */
const PLATFORM = new Set(["$mod+w", "$mod+n", "$mod+t", "$mod+q", "$mod+p", "$mod+r"]);

/** A key press in tinykeys' notation; null for a lone modifier or a key of the platform. */
export function pressOf(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}): string | null {
  if (MODIFIERS.has(event.key)) return null;
  // A space would end the press in tinykeys' notation.
  const named = event.key === " " ? "Space" : event.key;
  const press = [
    event.ctrlKey || event.metaKey ? "$mod" : "",
    event.altKey ? "Alt" : "",
    event.shiftKey ? "Shift" : "",
    named.length === 1 ? named.toLowerCase() : named,
  ]
    .filter(Boolean)
    .join("+");
  return PLATFORM.has(press) ? null : press;
}

/** All keys by group; each can be changed here. */
export function ShortcutSheet() {
  const isOpen = useOverlay(({ overlay }) => overlay === "shortcuts");
  const actions = useActions((state) => state.actions);
  const groups = byGroup(actions);
  return (
    <Dialog title="Keys" width="wide" isOpen={isOpen} onClose={closeOverlay}>
      <p className="muted">
        Press a key's button and then the new key to change it; Backspace switches it off. Keys
        without Ctrl or Alt do nothing while you type.
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

/** What is done most, before what is looked up once. */
const FIRST_GROUPS = ["With what is shown or chosen", "Explore", "Go to"];

/** The last registered of each id, by group. */
function byGroup(actions: readonly Action[]): Map<string, Action[]> {
  const known = new Set(actions.map(({ group }) => group));
  const groups = new Map<string, Action[]>(
    FIRST_GROUPS.filter((group) => known.has(group)).map((group) => [group, []]),
  );
  for (const action of new Map(actions.map((each) => [each.id, each])).values()) {
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

function ShortcutRow({ action }: { readonly action: Action }) {
  const own = useSettings(({ keys }) => keys);
  const [isListening, setListening] = useState(false);
  const keys = keysOf(action, own);
  const isOwn = Object.hasOwn(own, action.id);
  const set = (next: string) => {
    setListening(false);
    changeSettings({ keys: { ...own, [action.id]: next } });
  };
  const reset = () =>
    changeSettings({
      keys: Object.fromEntries(Object.entries(own).filter(([id]) => id !== action.id)),
    });
  return (
    <li className="shortcut-row row">
      <span className="grow">{action.title}</span>
      {isOwn && <IconButton icon={RotateCcw} isSmall label="Reset the key" onPress={reset} />}
      <button
        type="button"
        className="shortcut-key"
        aria-label={`Key for ${action.title}: ${keys === "" ? "none" : formatKeys(keys)}`}
        onClick={() => setListening(true)}
        onBlur={() => setListening(false)}
        onKeyDown={(event) => {
          if (!isListening || event.key === "Tab") return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Escape") setListening(false);
          else if (event.key === "Backspace") set("");
          else {
            const pressed = pressOf(event.nativeEvent);
            if (pressed) set(pressed);
          }
        }}
      >
        {isListening ? "Press a key…" : <KeyList keys={keys} />}
      </button>
    </li>
  );
}

function KeyList({ keys }: { readonly keys: string }) {
  if (keys === "") return <span className="muted">none</span>;
  return alternatives(keys).map((each) => <Keys key={each} keys={each} />);
}
