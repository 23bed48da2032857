import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { useRetina } from "../../state/retina.ts";
import { namesCells, placedTerms } from "./model/comparison.ts";
import { MEASURE_GROUPS, shownMeasure } from "./model/measures.ts";
import { compareQuery, usePair } from "./use-comparison.ts";

type Compared = Output<"app.compare">;

/** The same pair in another retina, beside this one; never laid over it, since its cells mean other things. */
export function OtherRetina() {
  const { left, right, data } = usePair();
  const here = useRetina()?.name ?? "";
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState("");
  const cards = useQuery(retinaCardsQuery());
  const others = (cards.data ?? []).filter(({ name, state }) => name !== here && state === "ready");
  const other = others.find(({ name }) => name === wanted) ?? others[0];
  if (!data || !other || !left || !right) return null;
  const isBound = namesCells(left.json) || namesCells(right.json);
  return (
    <details
      className="other-retina fold"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>In another retina</summary>
      {others.length > 1 && (
        <select
          aria-label="Other retina"
          value={other.name}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        >
          {others.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      {isBound ? (
        <p className="muted">
          An item names cells of {here}. In {other.name} the same cells mean other things, so there
          is nothing to compare; put in words or texts instead.
        </p>
      ) : (
        isOpen && (
          <SideBySide here={here} other={other.name} sides={[left.json, right.json]} data={data} />
        )
      )}
    </details>
  );
}

interface SideBySideProps {
  readonly here: string;
  readonly other: string;
  readonly sides: readonly [ExpressionJson, ExpressionJson];
  readonly data: Compared;
}

function SideBySide({ here, other, sides, data }: SideBySideProps) {
  const result = useQuery(compareQuery(other, ...sides));
  if (result.isError)
    return (
      <Failure
        error={result.error}
        doing={`Comparing in ${other}`}
        onRetry={() => void result.refetch()}
      />
    );
  if (!result.data) return <Loading label={`Comparing in ${other}`} />;
  const both = [data, result.data];
  return (
    <>
      <table
        className="table texts figures across breaks"
        aria-label={`Measures in ${here} and ${other}`}
      >
        <thead>
          <tr>
            <td />
            <th scope="col">{here}</th>
            <th scope="col">{other}</th>
          </tr>
        </thead>
        <tbody>
          {MEASURE_GROUPS.flatMap(({ measures }) => measures).map((measure) => (
            <tr key={measure.id}>
              <th scope="row">{measure.title}</th>
              {both.map(({ metrics }, index) => (
                <td key={index === 0 ? here : other} title={String(metrics?.[measure.id] ?? "")}>
                  {metrics ? shownMeasure(measure, metrics[measure.id]) : "undefined"}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Terms of both</th>
            {both.map(({ terms }, index) => (
              <td key={index === 0 ? here : other} dir="auto">
                {sharedTerms(terms)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className="muted">
        Each retina has a map of its own: the same cell means something else there, so the two are
        never overlaid.
      </p>
    </>
  );
}

const SHOWN = 8;

const sharedTerms = (terms: Compared["terms"]): string =>
  placedTerms(terms)
    .both.slice(0, SHOWN)
    .map(({ term }) => term)
    .join(", ") || "none";
