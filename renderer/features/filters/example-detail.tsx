import { ArrowLeftRight, Trash2, Volume2, VolumeX } from "lucide-react";
import { type Filter, LONGEST_EXAMPLE } from "../../../core/workspace/filters/filter-model.ts";
import type { ExampleReport } from "../../../core/workspace/filters/prepare-examples.ts";
import { Button } from "../../components/controls/button.tsx";
import { MARK_WORDS } from "../../model/filters/example-marks.ts";
import { formatScore, plural } from "../../model/format.ts";
import {
  editExample,
  moveExamples,
  muteExamples,
  otherSide,
  removeExamples,
  SIDE_TITLES,
  useFilterDesk,
} from "../../state/filters/filter-state.ts";
import type { ExampleInfo } from "./use-filter-report.ts";

interface ExampleDetailProps {
  readonly filter: Filter;
  readonly infos: readonly ExampleInfo[];
}

/** The chosen examples: everything about one, and what can be done with all of them. */
export function ExampleDetail({ filter, infos }: ExampleDetailProps) {
  const { positive, negative } = useFilterDesk((desk) => desk.selection);
  const chosen = new Set([...positive.chosen, ...negative.chosen]);
  const found = infos.filter(({ example }) => chosen.has(example.id));
  const [first] = found;
  if (!first) return null;
  const ids = new Set(found.map(({ example }) => example.id));
  const isMuted = found.every(({ example }) => example.isMuted);
  return (
    <section className="example-detail stack" aria-label="Chosen examples">
      {found.length === 1 ? (
        <OneExample filter={filter} info={first} />
      ) : (
        <p>{plural(found.length, "example")} chosen</p>
      )}
      <div className="row gap-1 wrap">
        <Button size="small" onPress={() => moveExamples(filter, ids)}>
          <ArrowLeftRight size={13} aria-hidden="true" /> To “
          {SIDE_TITLES[otherSide(first.example.side)]}” <kbd>X</kbd>
        </Button>
        <Button size="small" onPress={() => muteExamples(filter, ids)}>
          {isMuted ? (
            <Volume2 size={13} aria-hidden="true" />
          ) : (
            <VolumeX size={13} aria-hidden="true" />
          )}
          {isMuted ? "Unmute" : "Mute"} <kbd>M</kbd>
        </Button>
        <Button size="small" tone="danger" onPress={() => removeExamples(filter.id, ids)}>
          <Trash2 size={13} aria-hidden="true" /> Delete
        </Button>
      </div>
    </section>
  );
}

/** The score that counts first: of a filter that does not know the example. */
function scoreWords({ score, leftOutScore }: ExampleReport): string[] {
  if (score === null) return ["no score"];
  const training = `training score ${formatScore(score)}`;
  return leftOutScore === null ? [training] : [`score ${formatScore(leftOutScore)}`, training];
}

function OneExample({ filter, info }: { readonly filter: Filter; readonly info: ExampleInfo }) {
  const { example, report, marks } = info;
  return (
    <>
      <textarea
        className="filter-input across"
        aria-label="Text of the example"
        dir="auto"
        rows={3}
        maxLength={LONGEST_EXAMPLE}
        value={example.text}
        onChange={({ currentTarget }) => editExample(filter.id, example.id, currentTarget.value)}
      />
      <p className="muted figures">
        {report
          ? [
              plural(report.cells, "cell"),
              report.language.language ?? "language unclear",
              ...scoreWords(report),
            ]
              .filter((fact) => fact !== "")
              .join(" · ")
          : example.isMuted
            ? "Muted: not used by the filter."
            : "Not part of the filter."}
      </p>
      {marks.map((mark) => (
        <p key={mark} className="stack note caution">
          {MARK_WORDS[mark]}
        </p>
      ))}
    </>
  );
}
