import type { Output } from "../../../core/api/client-types.ts";
import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { formatBytes, plural } from "../../model/format.ts";
import { chooseRetina, useRetina } from "../../state/retina.ts";
import { retinaTitle } from "./model/retina-title.ts";
import { showRetina, useRetinaLook } from "./retina-look.ts";

export type RetinaCard = Output<"app.retinaCards">[number];

/** One retina: a click shows its card, the button makes every view use it. */
export function RetinaRow({ card }: { readonly card: RetinaCard }) {
  const used = useRetina()?.name;
  const { shown } = useRetinaLook();
  const isUsed = card.name === used && card.state === "ready";
  return (
    <li className="retina-row row wrap" data-shown={card.name === (shown || used) || undefined}>
      <button
        type="button"
        className="stack gap-0 plain grow"
        onClick={() => showRetina(card.name)}
      >
        <span className="retina-name">{retinaTitle(card) || card.file}</span>
        <span className="muted figures">
          {card.state === "ready"
            ? `${plural(card.terms, "term")} · ${formatBytes(card.bytes)}`
            : "cannot be used"}
        </span>
      </button>
      {card.state === "damaged" ? (
        <Chip tone="error">Damaged</Chip>
      ) : isUsed ? (
        <span className="muted strong">In use</span>
      ) : (
        <Button size="small" onPress={() => chooseRetina(card.name)}>
          Use
        </Button>
      )}
      {card.problem && <p className="problem across">{card.problem}</p>}
    </li>
  );
}
