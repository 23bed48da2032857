import { Button } from "../../components/controls/button.tsx";
import { chooseRetina, useRetina } from "../../state/retina.ts";
import { useSubjectTree } from "../../state/use-subject.ts";
import { commitEdit, commitNote } from "./edit-subject.ts";
import { remove } from "./model/edit.ts";

/** Cells that were chosen on the map of another retina mean something else here: keep, drop, or go back. */
export function ForeignPositions() {
  const { tree, notes } = useSubjectTree();
  const retina = useRetina();
  if (!tree || !retina) return null;
  const foreign = [...notes].filter(([, note]) => note.retina && note.retina !== retina.name);
  const [first] = foreign;
  if (!first) return null;
  const [id, note] = first;
  return (
    <section className="result-warning foreign columns note caution" role="status">
      <p>
        {foreign.length === 1 ? "A list of cells was" : `${foreign.length} lists of cells were`}{" "}
        made on the map of {note.retina}; on {retina.name} the same cells mean something else.
      </p>
      <div className="row gap-1 wrap">
        <Button
          size="small"
          onPress={() => commitNote(id, { retina: retina.name }, "Keep the cells of another map")}
        >
          Keep them
        </Button>
        <Button size="small" onPress={() => commitEdit(remove(tree, id))}>
          Remove them
        </Button>
        <Button size="small" onPress={() => chooseRetina(note.retina ?? "")}>
          Back to {note.retina}
        </Button>
      </div>
    </section>
  );
}
