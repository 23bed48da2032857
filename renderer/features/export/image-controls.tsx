import { useId } from "react";
import { IMAGE_PRESETS } from "../../../core/image/style.ts";
import {
  CellColour,
  CellForms,
  CellSwitches,
  GroundColour,
} from "../../components/controls/cell-look.tsx";
import { Choice, Switch } from "../../components/controls/choice.tsx";
import { CellSize } from "./cell-size.tsx";
import { changeImage, choosePreset } from "./image-settings-store.ts";
import { canCarry } from "./make-job.ts";
import { NAME_PARTS, unknownParts } from "./model/image-name.ts";
import {
  FORMAT_NAMES,
  type ImageSettings,
  type ImageSubject,
  isBatch,
  isMoving,
  isSheet,
  isWithoutState,
  POSTER_FORMATS,
  SUBJECT_GROUPS,
  type SubjectGroup,
} from "./model/image-settings.ts";
import { hasUseOfLegend, type OwnTexts } from "./model/image-sheet.ts";
import type { ImagePlan } from "./use-image-plan.ts";

const GROUPS: Readonly<Record<SubjectGroup, string>> = {
  seen: "As seen",
  sheet: "On one sheet",
  each: "One by one",
  atlas: "The atlas as a poster",
};

const WHAT: Readonly<Record<ImageSubject, string>> = {
  map: "As seen",
  panels: "Three panels",
  matrix: "The matrix",
  steps: "Its steps",
  sheet: "Contact sheet",
  batch: "Each pin",
  atlas: "The atlas as a poster",
};

const RESOLUTION = { "0": "Screen", "150": "150", "300": "300", "600": "600 dpi" } as const;

const PAPER = { A4: "A4", A3: "A3", A2: "A2", A1: "A1" } as const;

const COLUMNS = { "1": "1", "2": "2", "3": "3", "4": "4", "6": "6", "8": "8" } as const;

const PRESETS = Object.fromEntries(Object.keys(IMAGE_PRESETS).map((name) => [name, name]));

/** Every choice acts at once on the preview and is kept for the next time. */
export function ImageControls({ plan }: { readonly plan: ImagePlan }) {
  const { settings, material } = plan;
  return (
    <div className="image-controls scroll stack gap-3 at-top">
      <SubjectControl plan={plan} />
      {material.pins.length === 0 && (
        <p className="muted fine">Pinned fingerprints can be exported together; none is pinned.</p>
      )}
      {settings.what === "steps" && (
        <p className="muted fine">
          {isMoving(settings)
            ? "One step after the other in the same place, repeating forever."
            : "Steps side by side. As GIF they follow one another in one place."}
        </p>
      )}
      {isSheet(settings.what) && !isMoving(settings) && (
        <Choice
          label="In a row"
          options={COLUMNS}
          value={String(settings.columns) as keyof typeof COLUMNS}
          onChange={(columns) => changeImage({ columns: Number(columns) })}
        />
      )}
      <Choice
        label="Format"
        options={formatsFor(settings)}
        value={settings.format}
        onChange={(format) => changeImage({ format })}
      />
      {settings.what === "atlas" && (
        <Choice
          label="Paper"
          options={PAPER}
          value={settings.paperSize}
          onChange={(paperSize) => changeImage({ paperSize })}
        />
      )}
      <LookControls plan={plan} />
      <TextControls plan={plan} />
      <StateControl settings={settings} />
      {isBatch(settings.what) && (
        <Switch
          label="Their cells in a file beside them"
          isOn={settings.hasData}
          onChange={(hasData) => changeImage({ hasData })}
        />
      )}
      <FileNameBox template={settings.fileName} />
    </div>
  );
}

/** What is seen, things on one sheet, each of them, or the atlas; then which, where there are several. */
function SubjectControl({ plan: { offered, settings, setWhat } }: { readonly plan: ImagePlan }) {
  const groups = (Object.keys(SUBJECT_GROUPS) as SubjectGroup[]).flatMap((id) => {
    const subjects = offered.filter((what) => isIn(id, what));
    const [first] = subjects;
    if (first === undefined) return [];
    return [{ id, subjects, title: subjects.length > 1 ? GROUPS[id] : WHAT[first] }];
  });
  const chosen = groups.find(({ subjects }) => subjects.includes(settings.what));
  if (!chosen) return null;
  const options = Object.fromEntries(groups.map(({ id, title }) => [id, title]));
  const choose = (id: SubjectGroup) => {
    const [first] = groups.find((group) => group.id === id)?.subjects ?? [];
    if (first) setWhat(first);
  };
  return (
    <>
      <Choice
        label="What"
        options={options as Record<SubjectGroup, string>}
        value={chosen.id}
        onChange={choose}
      />
      {chosen.subjects.length > 1 && (
        <Choice
          label="Which"
          options={
            Object.fromEntries(chosen.subjects.map((what) => [what, WHAT[what]])) as Record<
              ImageSubject,
              string
            >
          }
          value={settings.what}
          onChange={setWhat}
        />
      )}
    </>
  );
}

const isIn = (group: SubjectGroup, what: ImageSubject): boolean =>
  (SUBJECT_GROUPS[group] as readonly ImageSubject[]).includes(what);

/** A poster is drawn as vectors, so that JPEG and others would only lose. */
const formatsFor = ({ what }: ImageSettings) =>
  what === "atlas"
    ? (Object.fromEntries(
        POSTER_FORMATS.map((format) => [format, FORMAT_NAMES[format]]),
      ) as typeof FORMAT_NAMES)
    : FORMAT_NAMES;

function StateControl({ settings }: { readonly settings: ImageSettings }) {
  const isAble = canCarry(settings);
  const carries = isAble && settings.carriesState;
  return (
    <>
      <Switch
        label="Include how it was made, to reopen it here"
        isOn={carries}
        isDisabled={!isAble}
        onChange={(carriesState) => changeImage({ carriesState })}
      />
      <p className="muted fine">
        {isWithoutState(settings.what)
          ? "No expression gives this picture, so there is nothing to reopen."
          : !isAble
            ? "Only PNG and SVG can contain it and be reopened."
            : carries
              ? "Words, texts and cells are inside the file. Switch this off for confidential work."
              : "Only the picture and its texts are inside the file."}
      </p>
    </>
  );
}

function LookControls({ plan }: { readonly plan: ImagePlan }) {
  const { settings } = plan;
  const isBitmap = settings.format === "png" || settings.format === "jpeg";
  const common = { look: settings, onChange: changeImage };
  return (
    <>
      {settings.what !== "atlas" && <CellSize plan={plan} />}
      {isBitmap && (
        <Choice
          label="Resolution"
          options={RESOLUTION}
          value={String(settings.resolution) as keyof typeof RESOLUTION}
          onChange={(dots) => changeImage({ resolution: Number(dots) })}
        />
      )}
      <Choice label="Style" options={PRESETS} value={settings.preset} onChange={choosePreset} />
      {settings.what !== "matrix" && settings.what !== "atlas" && <CellForms {...common} />}
      {settings.what !== "atlas" && <CellColour {...common} />}
      <GroundColour {...common} none="Transparent" usual="#ffffff" />
      {settings.what !== "matrix" && settings.what !== "atlas" && <LookSwitches plan={plan} />}
    </>
  );
}

function LookSwitches({ plan: { settings, material } }: { readonly plan: ImagePlan }) {
  return (
    <CellSwitches look={settings} onChange={changeImage}>
      {settings.what !== "atlas" && (
        <Switch
          label="Tints and terrain"
          isOn={settings.hasGround}
          isDisabled={material.geography === null}
          onChange={(hasGround) => changeImage({ hasGround })}
        />
      )}
      {settings.what !== "atlas" && (
        <Switch
          label="Names of regions"
          isOn={settings.hasNames}
          isDisabled={material.regions.length === 0}
          onChange={(hasNames) => changeImage({ hasNames })}
        />
      )}
      {material.chosen.length > 0 && settings.what === "map" && (
        <Switch
          label="Unselected cells are faint"
          isOn={settings.dimsOthers}
          onChange={(dimsOthers) => changeImage({ dimsOthers })}
        />
      )}
    </CellSwitches>
  );
}

function TextControls({
  plan: { settings, texts, setTexts, usual },
}: {
  readonly plan: ImagePlan;
}) {
  const isEach = isBatch(settings.what);
  const isTold = isEach || isMoving(settings);
  const write = (part: OwnTexts) => setTexts({ ...texts, ...part });
  return (
    <>
      <TextRow
        label="Title"
        isOn={settings.hasTitle}
        onSwitch={(hasTitle) => changeImage({ hasTitle })}
        text={isEach ? "Each by its name" : (texts.title ?? usual.title)}
        isFixed={isEach}
        onText={(title) => write({ title })}
      />
      <TextRow
        label="Caption"
        isOn={settings.hasCaption}
        onSwitch={(hasCaption) => changeImage({ hasCaption })}
        text={
          isEach
            ? "Each with its size and retina"
            : isTold
              ? "What happens in each step"
              : (texts.caption ?? usual.caption)
        }
        isFixed={isTold}
        onText={(caption) => write({ caption })}
      />
      {hasUseOfLegend(settings.what) && (
        <Switch
          label="Legend"
          isOn={settings.hasLegend}
          onChange={(hasLegend) => changeImage({ hasLegend })}
        />
      )}
    </>
  );
}

interface TextRowProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly text: string;
  readonly isFixed: boolean;
  readonly onText: (text: string) => void;
}

function TextRow({ label, isOn, onSwitch, text, isFixed, onText }: TextRowProps) {
  return (
    <div className="image-text-row row">
      <Switch label={label} isOn={isOn} onChange={onSwitch} />
      <input
        className="image-input grow"
        type="text"
        dir="auto"
        aria-label={`Text of the ${label.toLowerCase()}`}
        value={text}
        disabled={!isOn || isFixed}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
    </div>
  );
}

/** The template that file names are made by. */
function FileNameBox({ template }: { readonly template: string }) {
  const id = useId();
  const unknown = unknownParts(template);
  return (
    <div className="image-name columns gap-1-2">
      <label htmlFor={id} className="choice-label">
        File name
      </label>
      <input
        id={id}
        className="image-input"
        type="text"
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-parts`}
        value={template}
        onChange={({ currentTarget }) => changeImage({ fileName: currentTarget.value })}
      />
      <p id={`${id}-parts`} className={unknown.length > 0 ? "warned" : "muted"}>
        {unknown.length > 0
          ? `${unknown.join(", ")} is not a placeholder and stays as it is.`
          : NAME_PARTS.map((part) => `{${part}}`).join(" ")}
      </p>
    </div>
  );
}
