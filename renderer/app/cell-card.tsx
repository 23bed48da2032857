import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { cellQuery } from "../api/map-queries.ts";
import { IconButton } from "../components/controls/icon-button.tsx";
import { Failure, Loading } from "../components/controls/states.tsx";
import { formatCount, formatPlace } from "../components/format.ts";
import { openCell, useMapTools } from "../state/map-tools.ts";
import { useRetina } from "../state/retina.ts";
import { explore } from "../state/subject.ts";

const close = () => {
  openCell(-1);
  useMapTools.getState().controls?.focus();
};

/** Everything that lives at a cell; stays until it is closed. */
export function CellCard() {
  const position = useMapTools((state) => state.openCell);
  const retina = useRetina();
  const cell = useQuery({
    ...cellQuery(retina?.name ?? "", Math.max(0, position), 60),
    enabled: retina !== null && position >= 0,
  });
  if (position < 0) return null;
  return (
    <aside
      className="cell-card"
      aria-label={`Cell at ${formatPlace(position)}`}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <header>
        <div>
          <h3 dir="auto">{cell.data?.anchor ?? " "}</h3>
          <p className="muted">{cell.data?.regions.join(" › ") || formatPlace(position)}</p>
        </div>
        <IconButton icon={X} label="Close" isSmall autoFocus onPress={close} />
      </header>
      {cell.isPending && <Loading label="Looking up the cell" />}
      {cell.isError && (
        <Failure
          error={cell.error}
          doing="Looking up the cell"
          onRetry={() => void cell.refetch()}
        />
      )}
      {cell.data && (
        <>
          <p className="muted">
            {formatPlace(position)} · used by {formatCount(cell.data.load)} terms
          </p>
          <ul className="cell-card-terms" aria-label="Most characteristic terms here">
            {cell.data.terms.map(({ term }) => (
              <li key={term}>
                <button type="button" dir="auto" onClick={() => explore({ term })}>
                  {term}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}
