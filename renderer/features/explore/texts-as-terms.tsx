import { useQueries } from "@tanstack/react-query";
import { type Draft, places } from "../../../core/expression/draft.ts";
import { termQuery } from "../../api/map-queries.ts";
import { Chip } from "../../components/controls/chip.tsx";
import { useRetina } from "../../state/retina.ts";
import { useSubjectTree } from "../../state/use-subject.ts";
import { commitEdit } from "./edit-subject.ts";
import { replace } from "./model/edit.ts";

/** Longer texts are no names of anything. */
const MOST_WORDS = 4;
const MOST_OFFERED = 3;

/** Short texts that are a term of the retina as well, or nearly one: the term is offered beside the text. */
export function TextsThatAreTerms() {
  const { tree } = useSubjectTree();
  const retina = useRetina()?.name;
  const texts = tree ? shortTextsIn(tree) : [];
  const answers = useQueries({
    queries: texts.map(({ words }) => ({
      ...termQuery(retina ?? "", words),
      enabled: retina !== undefined,
    })),
  });
  const offers = texts.flatMap(({ id, words }, index) => {
    const found = answers[index]?.data;
    const terms = found ? (found.known ? [found.term] : found.suggestions) : [];
    return terms.length > 0 ? [{ id, words, terms: terms.slice(0, MOST_OFFERED) }] : [];
  });
  if (!tree || offers.length === 0) return null;
  return (
    <ul aria-label="Terms for short texts">
      {offers.map(({ id, words, terms }) => (
        <li key={id}>
          <span className="muted" dir="auto">
            “{words}” is read as a text. As a term:
          </span>
          {terms.map((term) => (
            <Chip
              key={term}
              label={`Use the term ${term}`}
              onPress={() => commitEdit(replace(tree, id, { kind: "term", term }), { retina })}
            >
              {term}
            </Chip>
          ))}
        </li>
      ))}
    </ul>
  );
}

const shortTextsIn = (tree: Draft) =>
  [...places(tree)].flatMap(({ node }) => {
    if (node.kind !== "text") return [];
    const words = node.text.trim().replace(/[.?!]+$/, "");
    return words !== "" && words.split(/\s+/).length <= MOST_WORDS ? [{ id: node.id, words }] : [];
  });
