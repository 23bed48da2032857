/** The collection that comes with the program: all State of the Union addresses, a row per paragraph. */
export const SAMPLE = { name: "State of the Union", rows: 15_149 } as const;
