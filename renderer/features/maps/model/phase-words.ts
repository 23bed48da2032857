/** What the trainer calls its phases, told to somebody who waits for them. */
const WORDS: Readonly<Record<string, string>> = {
  reading: "Reading the texts",
  vocabulary: "Choosing the words",
  phrases: "Finding phrases",
  "parts of speech": "Determining parts of speech",
  "teacher: sentences": "The teacher reads sentences",
  "teacher: terms": "The teacher reads the terms",
  teaching: "Learning from the teacher",
  lexicon: "Drawing words of like meaning together",
  counting: "Counting which words occur together",
  vectors: "Learning which words belong together",
  map: "Drawing the map",
  fingerprints: "Making fingerprints",
  refinement: "Refining fingerprints",
  measuring: "Measuring the quality",
};

/** A phase that has no words here is told as it is. */
export const phaseWords = (phase: string): string => WORDS[phase] ?? phase;
