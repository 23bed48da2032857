import { useQuery } from "@tanstack/react-query";
import { collectionsQuery } from "../../api/collection-queries.ts";
import { useNavigation } from "../navigation.ts";
import { useOpenCollection } from "./collection-look.ts";

/** Name of the reader by whose encoder the rows in view were read; undefined where they were read by their words. */
export function useReaderInView(): string | undefined {
  const isInView = useNavigation(({ view }) => view === "collection");
  const name = useOpenCollection();
  const { data } = useQuery({ ...collectionsQuery(), enabled: isInView });
  const open = isInView ? data?.collections.find((each) => each.name === name) : undefined;
  return open?.retina.reader?.name;
}
