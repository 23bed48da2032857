import { spreadHash } from "../../kernel/hash.ts";
import { seededRandom } from "../../kernel/seeded-random.ts";

/** A prime: keys are remainders by it, so every seed shuffles without two draws falling together. */
export const SAMPLE_PRIME = 2_147_483_647;

/** A number 0..2^31-2 from an id, which a store may keep beside the row. */
export const drawOf = (id: string): number => spreadHash(id) % SAMPLE_PRIME;

export interface SampleFactors {
  readonly times: number;
  readonly plus: number;
}

export function sampleFactors(seed: number): SampleFactors {
  const random = seededRandom(seed);
  for (let i = 0; i < 3; i++) random();
  return {
    times: 1 + Math.floor(random() * (SAMPLE_PRIME - 1)),
    plus: Math.floor(random() * SAMPLE_PRIME),
  };
}

/** `(draw * times + plus) % SAMPLE_PRIME` without leaving the whole numbers of a double; fits SQL's and Java's 64 bits. */
export function sampleKey(draw: number, { times, plus }: SampleFactors): number {
  const high = ((Math.floor(draw / 65_536) * times) % SAMPLE_PRIME) * 65_536;
  return (high + (draw % 65_536) * times + plus) % SAMPLE_PRIME;
}
