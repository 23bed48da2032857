import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { retinaName } from "../../../../renderer/features/maps/model/retina-title.ts";
import {
  formProblems,
  pathsOf,
  type TrainingForm,
  trainingInput,
} from "../../../../renderer/features/maps/model/training-form.ts";
import { remaining } from "../../../../renderer/features/maps/train-form.tsx";
import {
  readTrainingForm,
  setField,
} from "../../../../renderer/features/maps/training-form-store.ts";
import { edit, workspace } from "../../../../renderer/state/workspace.ts";

const form = (given: Partial<TrainingForm>): TrainingForm => ({ ...readTrainingForm(), ...given });

describe("the form of a training", () => {
  it("asks for texts and a name first", () => {
    expect(Object.keys(formProblems(form({}), []))).toEqual(["paths", "name"]);
  });

  it("takes a name with spaces and capitals, and makes the one for requests of it", () => {
    const texts = { paths: "/texts" };
    expect(formProblems(form({ ...texts, name: "My Texts" }), [])).toEqual({});
    expect(formProblems(form({ ...texts, name: " -- " }), []).name).toBeUndefined();
    expect(trainingInput(form({ ...texts, name: " Cour d’Été 2010–2025 " }))).toMatchObject({
      title: "Train Cour d’Été 2010–2025",
      name: "cour_d_ete_2010_2025",
      options: { title: "Cour d’Été 2010–2025" },
    });
    expect(trainingInput(form({ ...texts, name: "my_texts" }))).not.toHaveProperty("options.title");
  });

  it("makes a name that every service takes, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (title) => {
        const name = retinaName(title);
        if (title.trim() === "") expect(name).toBe("");
        else expect(name).toMatch(/^[a-z0-9][a-z0-9_-]{0,63}$/);
        expect(retinaName(name)).toBe(name);
      }),
    );
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

  it("takes one path a line, without blanks around it", () => {
    expect(pathsOf(form({ paths: " /a b \n\n/c\n" }))).toEqual(["/a b", "/c"]);
  });

  it("sends the language where it is given", () => {
    const input = trainingInput(form({ paths: "/x", name: "a", language: " German " }));
    expect(input).toMatchObject({ options: { language: "German" } });
  });

  it("leaves every other option to the trainer", () => {
    const input = trainingInput(form({ paths: "/x", name: "a" }));
    expect(input).toEqual({
      kind: "train",
      title: "Train a",
      name: "a",
      paths: ["/x"],
      options: { preset: "associative" },
    });
  });
});

describe("a teacher", () => {
  it("goes with the options when its folder is named", () => {
    const named = trainingInput(form({ paths: "/x", name: "a", teacher: " /models/mini " }));
    expect(named).toMatchObject({ options: { teacher: ["/models/mini"] } });
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
