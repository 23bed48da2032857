/** A filter that can judge texts now. */
export interface ReadyFilter {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly positions: readonly number[];
  readonly threshold: number;
}

/** As the engine takes it. */
export const asSaved = ({ name, positions, threshold }: ReadyFilter) => ({
  name,
  positions: [...positions],
  threshold,
});
