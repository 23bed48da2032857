import fc from "fast-check";

/**
 * A property is tried on new examples at every run, and a failing one is printed with its seed. On a build machine
 * the examples are always the same: whether a change passes must not hang on chance.
 */
const SEED = 20_261_121;

if (process.env.CI) fc.configureGlobal({ seed: SEED });
