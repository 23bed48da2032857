import { type Static, Type } from "#typebox";
import { oneOf } from "../schema/replies.ts";

/** The kinds of retina that can be trained. */
export const TRAIN_PRESETS = ["associative", "synonymous"] as const;

/** Each reads all sentences and terms, so that more would take hours. */
const MOST_TEACHERS = 4;

const text = (description: string, usual?: string) =>
  Type.Optional(Type.String({ description, ...(usual === undefined ? {} : { default: usual }) }));
const whole = (description: string, minimum: number, maximum: number, usual?: number) =>
  Object.assign(
    Type.Optional(
      Type.Integer({ description, ...(usual === undefined ? {} : { default: usual }) }),
    ),
    { minimum, maximum },
  );

/** What can be chosen for a training: the options of the command, of the task and of the page's form. */
export const trainOptions = Type.Object(
  {
    title: text("What people call the retina, with spaces and capitals."),
    description: text("What the retina is for."),
    corpus: text("Where the texts come from."),
    licence: text("Licence of the texts, and so of the retina."),
    language: text("Language of the texts.", "English"),
    preset: Type.Optional(
      oneOf(TRAIN_PRESETS, {
        default: "associative",
        description:
          "Words used together (doctor, hospital) or interchangeable words (doctor, physician) lie close to each other.",
      }),
    ),
    window: whole("Neighbours on each side; 10, or 2 of synonymous, when left out.", 1, 100),
    terms: whole("Most terms, words and phrases together.", 1000, 2_000_000, 130_000),
    dimensions: whole("Dimensions of the dense vectors.", 16, 1500),
    minCount: whole("Least occurrences of a word; 3 to 12, by size, when left out.", 1, 1e9),
    seed: whole("Seed of all that is drawn at random.", 0, 4_294_967_295, 1),
    teacher: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: MOST_TEACHERS,
        description:
          "Folder of a sentence encoder to learn from as well (tokenizer.json and an ONNX file); several are joined.",
      }),
    ),
    sentences: whole("Sentences of the texts that the teacher reads.", 1000, 2_000_000, 60_000),
    taught: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), {
        maxItems: MOST_TEACHERS,
        default: [70],
        description: "Percent of a term's meaning that is the teacher's; of several, one for each.",
      }),
    ),
    mapShare: text("Weight (%) of files with this prefix when the map is laid out and named."),
    field: text("Name of the member of JSON objects that holds the text.", "text"),
    column: text("Name of the column of tables that holds the text.", "text"),
    encoding: text("Encoding of the files.", "utf-8"),
  },
  { additionalProperties: false, title: "TrainOptions" },
);
export type TrainOptionValues = Static<typeof trainOptions>;
