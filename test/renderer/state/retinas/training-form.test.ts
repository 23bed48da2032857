import { describe, expect, it } from "vitest";
import { remaining } from "../../../../renderer/features/retinas/training-progress.tsx";
import {
  formProblems,
  pathsOf,
  type TrainingForm,
  trainingInput,
} from "../../../../renderer/model/retinas/training-form.ts";
import { readTrainingForm, setField } from "../../../../renderer/state/retinas/training-form.ts";
import { edit, workspace } from "../../../../renderer/state/workspace.ts";

const form = (given: Partial<TrainingForm>): TrainingForm => ({ ...readTrainingForm(), ...given });

describe("the form of a training", () => {
  it("asks for texts and a name first", () => {
    expect(Object.keys(formProblems(form({}), []))).toEqual(["paths", "name"]);
  });

  it("says which letters a name may have", () => {
    expect(formProblems(form({ paths: "/texts", name: "My Texts" }), []).name).toContain(
      "Lower case letters",
    );
    expect(formProblems(form({ paths: "/texts", name: "my_texts" }), [])).toEqual({});
  });

  it("refuses the name of a retina that came with the program before an hour is spent on it", () => {
    const installed = [
      { name: "own", removable: true },
      { name: "shipped", removable: false },
    ];
    expect(formProblems(form({ paths: "/x", name: "own" }), installed)).toEqual({});
    expect(formProblems(form({ paths: "/x", name: "shipped" }), installed).name).toContain(
      "another name",
    );
  });

  it("refuses a window that is no number", () => {
    expect(formProblems(form({ paths: "/x", name: "a", window: "2.5" }), []).window).toBeDefined();
  });

  it("takes one path a line, without blanks around it", () => {
    expect(pathsOf(form({ paths: " /a b \n\n/c\n" }))).toEqual(["/a b", "/c"]);
  });

  it("leaves empty options to the trainer and sends numbers as numbers", () => {
    const input = trainingInput(form({ paths: "/x", name: "a", window: "3", licence: " own " }));
    expect(input).toEqual({
      kind: "train",
      title: "Train a",
      name: "a",
      paths: ["/x"],
      options: { preset: "associative", window: 3, licence: "own" },
    });
  });
});

describe("a teacher", () => {
  it("goes with the options when its folder is named", () => {
    const named = trainingInput(form({ paths: "/x", name: "a", teacher: " /models/mini " }));
    expect(named).toMatchObject({ options: { teacher: "/models/mini" } });
    expect(trainingInput(form({ paths: "/x", name: "a" }))).not.toHaveProperty("options.teacher");
  });

  it("can be named in a form that was saved before there were teachers", () => {
    const { teacher: _, ...old } = { ...readTrainingForm(), name: "saved" };
    edit("Load", { ...workspace.getState().content, training: old });
    expect(readTrainingForm()).toMatchObject({ name: "saved", teacher: "" });
    setField("teacher", "/models/mini");
    expect(readTrainingForm()).toMatchObject({ name: "saved", teacher: "/models/mini" });
  });
});

describe("around a training", () => {
  it("rounds the remaining time to what can be known", () => {
    expect([4, 44, 130].map(remaining)).toEqual([
      "a few seconds left",
      "about 40 s left",
      "about 2 min left",
    ]);
  });
});
