import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { language, retinaName } from "../schema/parameters.ts";
import { count, nullable, oneOf, positions, reply } from "../schema/replies.ts";

const GROUP = "Application: texts";

/** How one word of a text was treated. */
const word = reply(
  {
    word: Type.String(),
    start: Type.Integer({ minimum: 0, description: "Character offset into the text as given." }),
    end: count,
    term: nullable(Type.String({ description: "The term of the vocabulary it was read as." })),
    near: Type.Array(Type.String(), {
      description:
        "The known words among which a number or unknown word was given cells, nearest first; empty for a known word.",
    }),
    use: oneOf(["used", "unknown", "ignored"]),
    reason: Type.String({ description: "Why it was not used; empty for used words." }),
    weight: Type.Number({ description: "Share of the fingerprint it caused, 0 to 1." }),
  },
  { title: "Word" },
);

/** An honest answer about a text's language. */
export const languageView = reply(
  {
    language: nullable(Type.String()),
    iso_tag: nullable(Type.String()),
    confidence: oneOf(["high", "medium", "low", "none"]),
    runnerUp: nullable(Type.String()),
  },
  { title: "LanguageView" },
);

const textField = { as: "fields", fields: { text: Type.String() } } as const;

export const words = defineEndpoint({
  method: "POST",
  path: "/semascope/words",
  group: GROUP,
  summary: "Which words of a text took part in its fingerprint, and why the others did not.",
  query: { retina_name: retinaName },
  body: textField,
  output: Type.Array(word),
  work: "pool",
  errors: ["bad-input", "unknown-retina"],
});

export const textBench = defineEndpoint({
  method: "POST",
  path: "/semascope/text-bench",
  group: GROUP,
  summary: "Everything about a text at once: fingerprint, words, keywords, slices, language.",
  notes: ["A text without a known word answers empty lists, not an error."],
  query: { retina_name: retinaName, language },
  body: textField,
  output: reply({
    positions,
    words: Type.Array(word),
    keywords: Type.Array(
      reply({
        term: Type.String(),
        score: count,
        positions,
        meaning: Type.Optional(
          Type.Array(Type.String(), {
            description: "Of a text that was read in another language, the closest English terms.",
          }),
        ),
      }),
    ),
    slices: Type.Array(
      reply({
        text: Type.String(),
        start: count,
        end: count,
        heading: Type.String({ description: "Its best keywords." }),
        positions,
        language: languageView,
      }),
    ),
    language: languageView,
    readBy: reply(
      {
        retina: Type.String(),
        language: Type.String({ description: "English name of the language it was read in." }),
      },
      { title: "ReadBy" },
    ),
    foreign: nullable(
      reply(
        {
          language: Type.String({ description: "English name." }),
          retina: nullable(Type.String({ description: "The retina that can read it." })),
        },
        {
          title: "Foreign",
          description:
            "The text is in another language than it was read in; null for names and short phrases.",
        },
      ),
    ),
  }),
  work: "pool",
  errors: ["bad-input", "unknown-retina"],
});
