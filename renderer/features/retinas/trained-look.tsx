import { useState } from "react";
import { ApiError } from "../../../core/errors.ts";
import { Button } from "../../components/controls/button.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { formatBytes } from "../../components/format.ts";
import { discardTrained, keepTrained, type Trained, useTraining } from "./training-run.ts";

const SIDE = 128;
const STEP = 16;

/** The result before it is kept: similar terms, and who names the places of the map. */
export function TrainedLook({ trained }: { readonly trained: Trained }) {
  const { error } = useTraining();
  const [isBusy, setBusy] = useState(false);
  const isTaken = error instanceof ApiError && error.code === "conflict";
  const act = async (run: () => Promise<void>) => {
    setBusy(true);
    await run();
    setBusy(false);
  };
  return (
    <div className="results">
      <h2>{trained.name}, before you keep it</h2>
      <div className="retina-card">
        <p className="muted figures">{formatBytes(trained.bytes)}</p>
        <section aria-label="Similar terms of some terms">
          <h3>Terms near to each other</h3>
          <p className="muted">These should make sense to you.</p>
          <dl className="card-table">
            {trained.samples.map(({ term, similar }) => (
              <div key={term}>
                <dt dir="auto">{term}</dt>
                <dd dir="auto">{similar.join(", ")}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-label="A look at the map">
          <h3>A look at the map</h3>
          <p className="muted">Every sixteenth cell, with the term that names it.</p>
          <table className="anchor-sample">
            <tbody>
              {places.map((row) => (
                <tr key={row}>
                  {places.map((column) => (
                    <td key={column} dir="auto">
                      {trained.anchors[row * SIDE + column]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {error !== null && error !== undefined && (
          <Failure error={error} doing="Keeping the retina">
            {isTaken && (
              <Button size="small" onPress={() => void act(() => keepTrained(true))}>
                Replace the installed one
              </Button>
            )}
          </Failure>
        )}
        <div className="retina-actions">
          <Button isDisabled={isBusy} onPress={() => void act(discardTrained)}>
            Throw it away
          </Button>
          <Button
            tone="primary"
            isDisabled={isBusy}
            onPress={() => void act(() => keepTrained(false))}
          >
            Keep this retina
          </Button>
        </div>
      </div>
    </div>
  );
}

const places = Array.from({ length: SIDE / STEP }, (_, index) => index * STEP + STEP / 2);
