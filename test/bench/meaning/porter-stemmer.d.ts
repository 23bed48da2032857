declare module "wink-porter2-stemmer" {
  /** Porter's second English stemmer. */
  function stem(word: string): string;
  export default stem;
}
