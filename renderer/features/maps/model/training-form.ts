import { Type } from "#typebox";
import type { Args } from "../../../../core/api/client-types.ts";
import { TRAIN_PRESETS } from "../../../../core/api/endpoints/train-options.ts";
import { oneOf, type Saved } from "../../../../core/workspace/fit.ts";
import { retinaName } from "./retina-title.ts";

const text = Type.String();
const formSchema = Type.Object({
  /** Files or folders on this machine, one per line. */
  paths: text,
  /** As people call it; the name in requests follows from it. */
  name: text,
  preset: oneOf(TRAIN_PRESETS),
  /** Of the texts; empty: English. */
  language: text,
  /** Folder of a sentence encoder on this machine. */
  teacher: text,
});
/** What the form holds, as typed; kept with the workspace. */
export type TrainingForm = Saved<typeof formSchema>;

/** A form that was saved before a field was added lacks it. */
export type SavedForm = Partial<TrainingForm>;
export const savedFormSchema = Type.Unsafe<SavedForm>({
  type: "object",
  properties: formSchema.properties,
});

/** A retina that is there already; one that came with the program can never be replaced. */
export interface Installed {
  readonly name: string;
  readonly removable: boolean;
}

/** What stands in the way of starting, by field; empty when nothing does. */
export function formProblems(
  form: TrainingForm,
  installed: readonly Installed[],
): Partial<Record<keyof TrainingForm, string>> {
  const problems: Partial<Record<keyof TrainingForm, string>> = {};
  const name = retinaName(form.name);
  const twin = installed.find((each) => each.name === name);
  if (pathsOf(form).length === 0) problems.paths = "Name at least one file or folder with texts.";
  if (name === "") problems.name = "Give the map a name.";
  else if (twin && !twin.removable)
    problems.name = "A map of this name comes with the program; choose another name.";
  return problems;
}

export const pathsOf = ({ paths }: TrainingForm): string[] =>
  paths
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The task's input; options left empty are left to the trainer. */
export function trainingInput(form: TrainingForm): Args<"app.jobStart">["input"] {
  const title = form.name.trim();
  const name = retinaName(title);
  return {
    kind: "train",
    title: `Train ${form.name.trim()}`,
    name,
    paths: pathsOf(form),
    options: {
      preset: form.preset,
      ...(title === name ? {} : { title }),
      ...(form.language.trim() !== "" && { language: form.language.trim() }),
      ...(form.teacher.trim() !== "" && { teacher: [form.teacher.trim()] }),
    },
  };
}
