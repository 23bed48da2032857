import { Button } from "../../components/controls/button.tsx";
import { densityOf } from "../../model/fingerprint.ts";
import { formatShare } from "../../model/format.ts";
import { subject } from "../../state/subject.ts";
import { useEvaluatedSubject } from "../../state/use-subject.ts";

const DENSE = 0.06;
const THIN = 0.02;

/** Above 6% everything is near everything; thinning brings the list back to what matters. */
export function DenseNotice() {
  const { positions } = useEvaluatedSubject();
  const density = densityOf(positions);
  if (density <= DENSE) return null;
  return (
    <section className="similar-notice" role="status">
      <p>
        {formatShare(density)} of the map is set. Queries with so many cells all give similar lists.
      </p>
      <Button
        size="small"
        onPress={() =>
          subject.edit("Thin the query to 2%", (before) => ({ ...before, sparsity: THIN }))
        }
      >
        Thin it to 2%
      </Button>
    </section>
  );
}
