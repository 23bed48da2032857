/** Frequent words of English that no other language of the Latin script writes so. */
const ENGLISH =
  /\b(?:the|of|and|that|with|which|from|have|were|this|been|they|their|would|when|there|into|should|because|through|between|about|these|those|after|where|while|being|could|other|you|your|his|she|him|what|how|why|who|than|only|its|our|out|must|upon|very|such|did|again|never|before|said|went)\b/gi;
const WORD = /[\p{L}\p{M}]+/gu;
/** So many of them, and so large a share of all words. */
const FEWEST = 4;
const LEAST_SHARE = 0.12;

/**
 * Whether a text is English beyond doubt, by its function words; says no where it is not sure. Takes a hundredth of the
 * time that telling any language takes.
 */
export function isPlainEnglish(text: string): boolean {
  const known = text.match(ENGLISH)?.length ?? 0;
  if (known < FEWEST) return false;
  return known >= LEAST_SHARE * (text.match(WORD)?.length ?? 0);
}
