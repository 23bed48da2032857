import { useEffect, useRef, useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { Button } from "../../components/controls/button.tsx";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { formatCount, formatShare, plural } from "../../model/format.ts";
import { openWith } from "../../state/open-with.ts";
import { useTermHover } from "../../state/use-term-hover.ts";
import { BridgePlot } from "./bridge-plot.tsx";
import { useCompareDesk } from "./compare-desk.ts";
import type { BridgeShares } from "./model/bridge-layout.ts";
import type { PairNames } from "./model/comparison.ts";
import { useBridges } from "./use-bridges.ts";
import type { Member } from "./use-comparison.ts";
import "./bridges.css";

interface SidesProps {
  readonly left: Member;
  readonly right: Member;
}

/** Terms that lie near both sides, folded away until they are asked for. */
export function Bridges({ left, right }: SidesProps) {
  const { isOpen, result } = useBridges();
  const fold = useRef<HTMLDetailsElement>(null);
  const isSought = useCompareDesk(({ seeksBridges }) => seeksBridges);
  const isThere = result.data !== undefined;
  useEffect(() => {
    if (!isSought || !isThere) return;
    fold.current?.scrollIntoView({ block: "start" });
    useCompareDesk.setState({ seeksBridges: false });
  }, [isSought, isThere]);
  return (
    <details
      ref={fold}
      className="bridges"
      open={isOpen}
      onToggle={({ currentTarget }) =>
        useCompareDesk.setState({ showsBridges: currentTarget.open })
      }
    >
      <summary>Bridges: terms near both</summary>
      {isOpen && (
        <>
          {result.isFetching && <Loading label="Finding bridges" />}
          {result.isError && (
            <Failure
              error={result.error}
              doing="Finding bridges"
              onRetry={() => void result.refetch()}
            />
          )}
          {result.data && <Found found={result.data} left={left} right={right} />}
        </>
      )}
    </details>
  );
}

type Answer = Output<"app.bridges">;

interface FoundProps extends SidesProps {
  readonly found: Answer;
}

function Found({ found, ...sides }: FoundProps) {
  const hover = useTermHover();
  const [lit, setLit] = useState<string | null>(null);
  if (found.rows.length === 0)
    return <Empty>No term shares a cell with both, so nothing leads from one to the other.</Empty>;
  const light = (term: string | null) => {
    setLit(term);
    hover(term);
  };
  const [left, right] = [sides.left.item.source, sides.right.item.source];
  const names = { left: sides.left.name, right: sides.right.name };
  const rows = sharesOf(found);
  return (
    <>
      <BridgePlot rows={rows} chance={chanceOf(found)} names={names} lit={lit} onLit={light} />
      <p className="muted figures">
        {formatCount(rows.length)} of {plural(found.total, "term")} that share a cell with both, the
        best for the weaker side first. Few random terms are beyond the dotted lines.
      </p>
      {left && right && (
        <Button size="small" onPress={() => openWith("build", [{ and: [left, right] }])}>
          Build {names.left} and {names.right}
        </Button>
      )}
      <BridgeList rows={rows} names={names} lit={lit} onLit={light} />
    </>
  );
}

const sharesOf = ({ rows, left, right }: Answer): BridgeShares[] =>
  rows.map((row) => ({ term: row.term, left: row.left / left, right: row.right / right }));

/** Shares of the sides that chance gives; null where it is not known. */
const chanceOf = ({ chance, left, right }: Answer) =>
  chance.left === null || chance.right === null
    ? null
    : { left: chance.left / left, right: chance.right / right };

interface BridgeListProps {
  readonly rows: readonly BridgeShares[];
  readonly names: PairNames;
  readonly lit: string | null;
  readonly onLit: (term: string | null) => void;
}

const SHOWN = 15;

/** The same terms to read, and to walk to. */
function BridgeList({ rows, names, lit, onLit }: BridgeListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  return (
    <>
      <table className="bridge-list table across">
        <thead>
          <tr>
            <th scope="col">Term</th>
            <th scope="col" dir="auto">
              of {names.left}
            </th>
            <th scope="col" dir="auto">
              of {names.right}
            </th>
          </tr>
        </thead>
        <tbody className="figures">
          {shown.map(({ term, left, right }) => (
            <tr key={term} data-lit={term === lit || undefined}>
              <th scope="row">
                <button
                  className="pick"
                  type="button"
                  dir="auto"
                  title={`Walk to ${term}`}
                  onPointerEnter={() => onLit(term)}
                  onPointerLeave={() => onLit(null)}
                  onFocus={() => onLit(term)}
                  onBlur={() => onLit(null)}
                  onClick={() => openWith("similar", [{ term }])}
                >
                  {term}
                </button>
              </th>
              <td>{formatShare(left)}</td>
              <td>{formatShare(right)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN && !isWhole && (
        <Button size="small" tone="quiet" onPress={() => setWhole(true)}>
          Show the other {rows.length - SHOWN}
        </Button>
      )}
    </>
  );
}
