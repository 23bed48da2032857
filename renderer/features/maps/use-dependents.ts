import { pins } from "../../state/pins.ts";

/**
 * What in this workspace was made with a retina, by name. Filters and expressions are not among them: they
 * follow from their texts and terms and are evaluated anew on whatever retina is in use.
 */
export function useDependents(checksum: string): readonly string[] {
  return pins
    .use()
    .filter(({ retina }) => retina.checksum === checksum)
    .map(({ label }) => `“${label}” on the shelf`);
}
