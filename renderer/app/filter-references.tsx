import { leaves } from "../../core/expression/walk.ts";
import { usePublishedFilterCells } from "../state/filter-cells.ts";
import { useSubjectTree } from "../state/use-subject.ts";

/** Works category filters out while the expression names one. */
export function FilterReferences() {
  const { tree } = useSubjectTree();
  const names = tree ? leaves(tree).some(({ node }) => node.kind === "filter") : false;
  return names ? <Published /> : null;
}

function Published() {
  usePublishedFilterCells();
  return null;
}
