import { type Example, makeExample } from "../../../model/filters/filter-model.ts";

const BELONGS = [
  "Simmer the onions in butter until they are soft, then add the stock and the rice.",
  "Knead the dough for ten minutes and let it rise in a warm place before baking.",
  "Season the chicken with salt, pepper and thyme and roast it until the skin is crisp.",
  "Whisk the eggs with sugar, fold in the flour and pour the batter into a buttered tin.",
  "Chop the garlic and parsley finely and stir them into the tomato sauce.",
  "Grill the fish for four minutes on each side and serve it with lemon and potatoes.",
];

const DOES_NOT = [
  "The committee will vote on the new budget for schools and roads on Thursday.",
  "The striker scored twice in the second half and the team moved to the top of the league.",
  "Astronomers found a planet that circles its star in less than a day.",
  "The company sold its steel works and closed two mines in the north.",
  "The orchestra opened the season with a symphony by a young composer.",
  "The hospital tested a new vaccine on three hundred volunteers.",
];

/** A working category, for those who want to look before they make their own. */
export const exampleTexts = (): Example[] => [
  ...BELONGS.map((text) => makeExample(text, "positive")),
  ...DOES_NOT.map((text) => makeExample(text, "negative")),
];
