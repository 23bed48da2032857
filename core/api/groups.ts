/** The groups of endpoints, in the order of the reference, each with what it is for. */
export const groups = {
  Retinas: "The maps that are installed; every other call names one, or takes the usual one.",
  Terms:
    "Words and phrases of a retina's vocabulary, with their fingerprints, contexts and neighbours.",
  Text: "Running text: its fingerprint, keywords, tokens, slices and language.",
  Expressions:
    "Fingerprints combined by `and`, `or`, `sub` and `xor`, of terms, texts and positions, nested as deep as you like.",
  Compare: "How much two expressions have in common.",
  Image: "Fingerprints as pictures.",
  Classify: "Filters that are made of example texts.",
  "Application: terms and map":
    "What the page needs to complete terms and to draw and name the map.",
  "Application: explore":
    "Expressions step by step, similar terms with shares and filters, and parts of the map.",
  "Application: compare":
    "Two expressions side by side, what lies between them, and why they match.",
  "Application: texts": "A text word by word, with keywords, slices and language at once.",
  "Application: category filters":
    "How good a filter is, what it may be blind to, and which texts it accepts.",
  "Application: jobs":
    "Tasks that run for longer than a call should: they report progress and keep their results.",
  "Application: collections":
    "Tables of texts on the map: importing, searching, counting, comparing and labelling their rows; and where they are kept, on this machine or on a cluster of OpenSearch.",
  "Application: retinas":
    "Installing, checking and removing retinas, and keeping what was trained.",
  "Application: workspace":
    "What a person is working on, saved on this machine by one window at a time.",
  "Application: about": "The program itself: its version, and whether it is ready.",
} as const;

export type GroupName = keyof typeof groups;
