import { type Judged, storyOf } from "./model/quality-story.ts";

/** What was measured on the examples themselves, and how sure the line is. */
export function QualityWords(judged: Judged) {
  const { warning, found, basis, advice } = storyOf(judged);
  if (warning !== "") return <p className="stack note caution">{warning}</p>;
  const isMeasured = judged.report.leaveOneOut !== null;
  const words = (
    <>
      {found !== "" && <p>{found}</p>}
      <p className="muted">{basis}</p>
      <p className="muted">{advice}</p>
    </>
  );
  if (!isMeasured) return <div className="stack">{words}</div>;
  return (
    <details className="fold">
      <summary>What the examples say</summary>
      {words}
    </details>
  );
}
