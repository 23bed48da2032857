import { useState } from "react";
import { Button } from "../../components/controls/button.tsx";

/** A topic as one chooses it. */
export interface NamedTopic {
  readonly region: number;
  readonly label: string;
}

interface TopicMergeProps {
  readonly label: string;
  readonly others: readonly NamedTopic[];
  readonly onMerge: (into: NamedTopic, name: string) => void;
  readonly onCancel: () => void;
}

/** Which topic another one becomes part of, and what both are called then. */
export function TopicMerge({ label, others, onMerge, onCancel }: TopicMergeProps) {
  const [into, setInto] = useState<NamedTopic | null>(null);
  const [name, setName] = useState("");
  return (
    <form
      className="topic-merge row wrap"
      aria-label={`Merge ${label}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (into !== null) onMerge(into, name.trim());
      }}
      onKeyDown={({ key }) => key === "Escape" && onCancel()}
    >
      <label className="row wrap">
        Merge “{label}” into
        <select
          // biome-ignore lint/a11y/noAutofocus: it was asked for by the button before it
          autoFocus
          value={into === null ? "" : into.region}
          onChange={({ currentTarget }) => {
            const found = others.find(({ region }) => region === Number(currentTarget.value));
            setInto(found ?? null);
            if (found) setName(found.label);
          }}
        >
          <option value="">a topic…</option>
          {others.map((each) => (
            <option key={each.region} value={each.region}>
              {each.label}
            </option>
          ))}
        </select>
      </label>
      {into !== null && (
        <label className="row wrap">
          called
          <input
            dir="auto"
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
      )}
      <Button size="small" tone="primary" type="submit" isDisabled={into === null}>
        Merge
      </Button>
      <Button size="small" tone="quiet" onPress={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
