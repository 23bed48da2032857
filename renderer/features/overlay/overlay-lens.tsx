import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { termQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Empty, Failure } from "../../components/controls/states.tsx";
import { HatchSign } from "../../components/fingerprint-grid/hatch-sign.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { TermInput } from "../../components/terms/term-input.tsx";
import { makeFingerprint } from "../../model/fingerprint.ts";
import { formatCount } from "../../model/format.ts";
import { hueOf, letterOf, MOST_LAYERS } from "../../model/map/layers.ts";
import { hoverTerm } from "../../state/hover.ts";
import {
  type Laid,
  overlay,
  setDrawing,
  togglePart,
  useLaid,
} from "../../state/overlay/overlay-state.ts";
import { pinAll } from "../../state/pins.ts";
import { usePublish } from "../../state/publish.ts";
import { useRetina } from "../../state/retina.ts";
import { rememberTerm, useSettings } from "../../state/settings.ts";
import { useCompletions } from "../../state/use-completions.ts";
import { SideBySide } from "./side-by-side.tsx";
import { useOverlayOnMap } from "./use-overlay-on-map.ts";
import "./overlay.css";

const EXAMPLE = ["violin", "guitar", "piano", "drum"];
const DRAWINGS = { colours: "One colour each", side: "Side by side", heat: "How many" } as const;

/** What is laid over each other: the shelf, and words that are put there. */
export function OverlayLens() {
  usePublish({ map: useOverlayOnMap() });
  const laid = useLaid();
  const { drawing } = overlay.use();
  const { add, unknown, error } = useAddWords();
  return (
    <div className="lens">
      <h2>Overlay</h2>
      <AddWord onTerm={(term) => void add([term])} />
      {unknown !== "" && (
        <p role="status">
          “{unknown}” is not in this retina. Choose a suggested word, or pin a text in the Text
          view.
        </p>
      )}
      {error !== null && <Failure error={error} doing="Looking up the word" />}
      {laid.length === 0 ? (
        <Empty title="Overlaid fingerprints show what they share.">
          <p>Pin some with P in any view, or add words here. Eight can be told apart by colour.</p>
          <Button size="small" onPress={() => void add(EXAMPLE)}>
            Overlay four instruments
          </Button>
        </Empty>
      ) : (
        <>
          <Choice label="Draw" isBare options={DRAWINGS} value={drawing} onChange={setDrawing} />
          <ul className="overlay-parts" aria-label="Fingerprints on the shelf">
            {laid.map((each) => (
              <Part key={each.pin.id} laid={each} />
            ))}
          </ul>
          {drawing === "side" && <SideBySide laid={laid} />}
          {drawing !== "heat" && laid.length > MOST_LAYERS && (
            <p className="muted">
              No more than eight colours can be told apart. Move a pin to the front of the shelf to
              give it one, or draw “How many”, which takes all of them.
            </p>
          )}
        </>
      )}
    </div>
  );
}

function AddWord({ onTerm }: { readonly onTerm: (term: string) => void }) {
  const complete = useCompletions(useRetina()?.name ?? "");
  const recent = useSettings(({ recentTerms }) => recentTerms);
  return (
    <TermInput
      label="Word to overlay"
      placeholder="Add a word"
      complete={complete}
      recent={recent}
      onTerm={onTerm}
    />
  );
}

/** Puts words on the shelf as one step; a word that is not known changes nothing and is told. */
function useAddWords() {
  const client = useQueryClient();
  const retina = useRetina();
  const [unknown, setUnknown] = useState("");
  const [error, setError] = useState<unknown>(null);
  const add = async (terms: readonly string[]) => {
    if (!retina) return;
    setError(null);
    try {
      const found = await Promise.all(
        terms.map((term) => client.fetchQuery(termQuery(retina.name, term))),
      );
      const known = found.filter((each) => each.known);
      setUnknown(found.find((each) => !each.known)?.term ?? "");
      if (known.length === 0) return;
      for (const { term } of known) rememberTerm(term);
      pinAll(
        `Pin ${known.map(({ term }) => term).join(", ")}`,
        known.map(({ term, positions }) =>
          makeFingerprint({ label: term, positions, source: { term }, retina }),
        ),
      );
    } catch (cause) {
      setError(cause);
    }
  };
  return { add, unknown, error };
}

function Part({ laid }: { readonly laid: Laid }) {
  const { pin, place, isIn, bar } = laid;
  const letter = letterOf(place);
  return (
    <li
      onPointerEnter={() =>
        hoverTerm(bar !== "" ? null : { name: pin.id, positions: pin.positions })
      }
      onPointerLeave={() => hoverTerm(null)}
    >
      <label className="overlay-part" data-out={!isIn || undefined}>
        <input
          type="checkbox"
          checked={isIn}
          disabled={bar !== ""}
          onChange={() => togglePart(laid)}
        />
        <Thumbnail positions={pin.positions} colour={hueOf(place)} size={32} />
        {letter && (
          <span className="sense-dot" style={{ background: `var(--${hueOf(place)})` }}>
            {letter}
          </span>
        )}
        <HatchSign index={place} />
        <span className="overlay-name" dir="auto">
          {pin.label}
          {bar !== "" && <span className="muted"> · {bar}</span>}
        </span>
        <span className="muted figures">{formatCount(pin.positions.length)}</span>
      </label>
    </li>
  );
}
