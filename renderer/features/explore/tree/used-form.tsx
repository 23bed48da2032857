import { useQuery } from "@tanstack/react-query";
import { termQuery } from "../../../api/map-queries.ts";
import { useRetina } from "../../../state/retina.ts";

/** For a term that the retina has in another form only: which one is used. What was typed stays. */
export function UsedForm({ term }: { readonly term: string }) {
  const retina = useRetina();
  const isOdd = term !== term.toLowerCase();
  const { data } = useQuery({
    ...termQuery(retina?.name ?? "", term),
    enabled: retina !== null && isOdd,
  });
  if (!isOdd || !data?.known || data.term === term) return null;
  return <span className="tree-tag fixed muted">using {data.term}</span>;
}
