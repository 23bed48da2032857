import { predictionWords } from "../../model/filters/prediction-words.ts";
import { type Judged, storyOf } from "../../model/filters/quality-story.ts";
import { formatScore } from "../../model/format.ts";

/** In words only when there are enough examples; always with their number and the range. */
export function QualityWords(judged: Judged) {
  const prediction = predictionWords(judged);
  const { warning, grade, f1, found, basis, advice } = storyOf(judged);
  if (warning !== "") return <p className="filter-warning">{warning}</p>;
  return (
    <div className="quality-words">
      {prediction !== "" && (
        <p>
          <Grade word={grade} />
          {prediction}
        </p>
      )}
      {f1 !== null && (
        <p>
          {prediction === "" && <Grade word={grade} />}
          F1 {formatScore(f1)} on the examples
        </p>
      )}
      {found !== "" && <p>{found}</p>}
      <p className="muted">{basis}</p>
      <p className="muted">{advice}</p>
    </div>
  );
}

/** Beside the figure that it grades. */
function Grade({ word }: { readonly word: string }) {
  if (word === "") return null;
  return (
    <>
      <strong>{word}</strong> ·{" "}
    </>
  );
}
