/** English words that start or end no phrase: they bind to everything, so their collocations name nothing. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a an the and or but nor so yet if then than that this these those there here it its it's he him his she her hers
  they them their theirs we us our ours you your yours i me my mine myself himself herself itself themselves
  yourself ourselves who whom whose which what when where why how whether while as at by for from in into of off on
  onto out over to toward towards under up upon with within without through during before after above below between
  among against about across along around behind beside besides beyond down near since until till per via is am are
  was were be been being do does did doing done has have had having can could may might must shall should will would
  ought not no none never also very too just only even still again already always ever often such same other another
  any some each every both either neither all most more less few many much several own first last one two three four
  five six seven eight nine ten thou thee thy thine ye hath doth unto o'er mr mrs ms dr st sir said says say th don't
  didn't i'm i'll i've can't couldn't wouldn't won't doesn't isn't wasn't let oh ah well now quite rather almost
  however therefore thus though although because later became made called known including used based like went came
  come go going got get took began found given ve re ll i.e. e.g. etc`.split(/\s+/),
);

/** Inside a phrase of three words these join ordinary words too often to name one thing. */
export const LOOSE_JOINTS: ReadonlySet<string> = new Set([
  "the",
  "a",
  "to",
  "his",
  "her",
  "their",
  "and",
]);
