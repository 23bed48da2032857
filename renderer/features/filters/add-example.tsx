import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { IconButton } from "../../components/controls/icon-button.tsx";
import type { Side } from "../../model/filters/filter-model.ts";
import { formatCount } from "../../model/format.ts";

interface AddExampleProps {
  readonly side: Side;
  readonly onAdd: (text: string) => void;
  readonly onLines: (text: string) => void;
}

/** A box for one text or for many lines, which are shown before they are taken. */
export function AddExample({ side, onAdd, onLines }: AddExampleProps) {
  const [typed, setTyped] = useState("");
  const lines = typed.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "").length;
  const add = () => {
    if (typed.trim() === "") return;
    onAdd(typed);
    setTyped("");
  };
  const belongs = side === "positive" ? "A text that belongs" : "A text that does not belong";
  return (
    <div className="add-example columns gap-1" data-many={lines > 1 || undefined}>
      <textarea
        className="filter-input across"
        data-type-here={side === "positive" || undefined}
        aria-label={belongs}
        placeholder={`${belongs}; Enter adds it`}
        dir="auto"
        rows={lines > 1 ? 4 : 1}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          const isPlain = !event.shiftKey && lines < 2;
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          if (!isPlain && !event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      {lines > 1 ? (
        <div className="row gap-1 wrap">
          <Button
            size="small"
            tone="primary"
            onPress={() => {
              onLines(typed);
              setTyped("");
            }}
          >
            Add {formatCount(lines)} lines…
          </Button>
          <Button size="small" onPress={add}>
            Add as one text
          </Button>
        </div>
      ) : (
        <IconButton icon={Plus} label="Add" isSmall isDisabled={lines === 0} onPress={add} />
      )}
    </div>
  );
}
