import { defineSlice } from "../../state/slice.ts";
import { type SavedForm, savedFormSchema, type TrainingForm } from "./model/training-form.ts";

const EMPTY: TrainingForm = {
  paths: "",
  name: "",
  preset: "associative",
  language: "",
  teacher: "",
};

const slice = defineSlice("training", {
  title: "the training",
  schema: savedFormSchema,
  initial: EMPTY,
});

const whole = (saved: SavedForm): TrainingForm => ({ ...EMPTY, ...saved });

/** The form as it is now. */
export const readTrainingForm = (): TrainingForm => whole(slice.read());
/** The same for components. */
export const useTrainingForm = (): TrainingForm => whole(slice.use());

export function setField(name: keyof TrainingForm, value: string): void {
  slice.edit("Edit the training", (before) => ({ ...before, [name]: value }), {
    gesture: `training ${name}`,
  });
}
