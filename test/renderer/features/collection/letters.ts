/** A collection of three rows, as the service lists it. */
export const LETTERS = {
  name: "Letters",
  retina: { name: "english", checksum: "1" },
  roles: {},
  columns: [],
  rows: 3,
  labels: [],
  scores: [],
};
