import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { formatShare } from "../../model/format.ts";
import { undoableToast } from "../../state/edits.ts";
import { openWith } from "../../state/open-with.ts";
import { clearSubject, subject } from "../../state/subject.ts";
import { useSubjectTree } from "../../state/use-subject.ts";

/** What the list is nearest to, however it came about; it can be taken away or changed where it was built. */
export function QueryLine() {
  const { sparsity } = subject.use();
  const { label } = useSubjectTree();
  const name = sparsity < 1 ? `${label}, thinned to ${formatShare(sparsity)}` : label;
  const clear = () => {
    clearSubject();
    undoableToast(`Removed ${label}`);
  };
  return (
    <section className="similar-query" aria-label="Query">
      <span className="muted">Nearest to</span>
      <Chip removeLabel={`Remove ${label}`} onRemove={clear}>
        <span title={name}>{name}</span>
      </Chip>
      <Button size="small" tone="quiet" onPress={() => openWith("build")}>
        Change in Build
      </Button>
    </section>
  );
}
