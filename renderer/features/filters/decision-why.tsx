import { useState } from "react";
import { DecisionWhy as Why } from "../../components/explain/decision-why.tsx";
import type { Filter } from "../../model/filters/filter-model.ts";
import type { ReadyFilter } from "../../model/filters/ready-filter.ts";
import { useDecision } from "../../state/filters/use-decision.ts";
import { ExampleLink } from "./example-link.tsx";

interface DecisionWhyProps {
  readonly filter: Filter;
  readonly ready: ReadyFilter;
  readonly text: string;
  /** What is said before it is opened; by default that the reasons are here. */
  readonly summary?: string;
  readonly onToggle?: (isOpen: boolean) => void;
}

/** Why a filter decides as it does on one text, with the ways to its examples. */
export function DecisionWhy({ filter, ready, text, summary, onToggle }: DecisionWhyProps) {
  const [isOpen, setOpen] = useState(false);
  const decision = useDecision(filter, ready, text, isOpen);
  return (
    <Why
      decision={decision}
      summary={summary ?? `Why ${ready.name} decided this way`}
      isOpen={isOpen}
      onToggle={(next) => {
        setOpen(next);
        onToggle?.(next);
      }}
      example={(place) => {
        const example = decision.examples[place];
        return example && <ExampleLink filter={filter} example={example} />;
      }}
    />
  );
}
