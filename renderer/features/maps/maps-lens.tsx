import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { ApiError } from "../../../core/errors.ts";
import { languagesQuery, retinaCardsQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Answer, Failure, Loading } from "../../components/controls/states.tsx";
import { FileDrop } from "../../components/files/file-drop.tsx";
import { formatBytes, plural } from "../../model/format.ts";
import { plainLanguageName } from "../../model/language-name.ts";
import { chooseRetina, useRetina } from "../../state/retina.ts";
import { changeSettings, useSettings } from "../../state/settings.ts";
import { retinaTitle } from "./model/retina-title.ts";
import { installRetina, showPane, showRetina, useRetinaLook } from "./retina-look.ts";
import { TrainForm } from "./train-form.tsx";
import { adoptTraining } from "./training-run.ts";
import "./maps.css";

const PANES = { installed: "Installed", train: "Train your own" } as const;

/** The maps there are, and the way to a map of one's own texts. */
export function MapsLens() {
  const { pane } = useRetinaLook();
  useEffect(() => void adoptTraining().catch(() => undefined), []);
  return (
    <div className="lens">
      <h2>Maps</h2>
      <Choice label="What to do" isBare options={PANES} value={pane} onChange={showPane} />
      {pane === "installed" ? <Installed /> : <TrainForm />}
    </div>
  );
}

function Installed() {
  const cards = useQuery(retinaCardsQuery());
  return (
    <>
      {cards.isPending && <Loading label="Reading the maps" />}
      <Answer query={cards} doing="Reading the maps" />
      <ul className="stack gap-1" aria-label="Installed maps">
        {cards.data?.map((card) => (
          <RetinaRow key={`${card.name} ${card.file}`} card={card} />
        ))}
      </ul>
      <InstallFile />
      <Languages />
    </>
  );
}

/** A file that is not a retina is refused with the reason; one of a taken name asks before replacing. */
function InstallFile() {
  const { error, doing } = useRetinaLook();
  const [file, setFile] = useState<File | null>(null);
  const isTaken = error instanceof ApiError && error.code === "conflict" && file !== null;
  return (
    <section className="stack gap-3" aria-label="Install a map">
      <FileDrop
        label="Install from a file…"
        accept=".retina"
        onFiles={([chosen]) => {
          if (!chosen) return;
          setFile(chosen);
          void installRetina(chosen, false);
        }}
      >
        <span className="muted">or drop a .retina file here</span>
      </FileDrop>
      {error !== null && error !== undefined && (
        <Failure error={error} doing={doing}>
          {isTaken && (
            <Button size="small" onPress={() => void installRetina(file, true)}>
              Replace the installed one
            </Button>
          )}
        </Failure>
      )}
      <p className="muted">Maps are stored on this machine. No text leaves it.</p>
    </section>
  );
}

export type RetinaCard = Output<"app.retinaCards">[number];

/** One retina: a click shows its card, the button makes every view use it. */
function RetinaRow({ card }: { readonly card: RetinaCard }) {
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

/** The languages a person uses beside English, chosen once for all rooms. */
function Languages() {
  const retina = useRetina()?.name ?? "";
  const { data } = useQuery({ ...languagesQuery(retina), enabled: retina !== "" });
  const chosen = useSettings(({ languages }) => languages);
  if (data === undefined || data.size === 0) return null;
  const choose = (code: string, isOn: boolean) =>
    changeSettings({
      languages: isOn ? [...chosen, code] : chosen.filter((each) => each !== code),
    });
  const codes = [...data].sort((a, b) => plainLanguageName(a).localeCompare(plainLanguageName(b)));
  const system = systemLanguages().find((code) => data.has(code) && !chosen.includes(code));
  return (
    <section className="stack gap-2" aria-label="Languages">
      <h3>Languages</h3>
      <p className="muted">
        Words of these are offered where a word is typed in Explore, and found beside English ones.
      </p>
      {system !== undefined && (
        <Button size="small" onPress={() => choose(system, true)}>
          Add {plainLanguageName(system)}, the language of your system
        </Button>
      )}
      <fieldset className="choice">
        <legend className="visually-hidden">Languages that you use</legend>
        <div className="choice-options row gap-half wrap">
          {codes.map((code) => (
            <label key={code} className="choice-option">
              <input
                type="checkbox"
                checked={chosen.includes(code)}
                onChange={({ currentTarget }) => choose(code, currentTarget.checked)}
              />
              <span>{plainLanguageName(code)}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </section>
  );
}

/** Codes of the languages that the system is set to, the first preferred. */
const systemLanguages = (): string[] =>
  navigator.languages.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
