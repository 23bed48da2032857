import { avalanche, spreadHash } from "../../kernel/hash.ts";

/** A number 0..2^31-1 from an id, which a store may keep beside the row. */
export const drawOf = (id: string): number => spreadHash(id) >>> 1;

/** What `sampleKey` makes of a seed. */
export const seedKey = (seed: number): number => avalanche(seed);

/** Place of a row in the order of a seed, 32 bits with a sign. Every seed shuffles without two draws falling together. */
export const sampleKey = (draw: number, seed: number): number => avalanche(draw ^ seedKey(seed));
