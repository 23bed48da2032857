import {
  type ReportParts,
  reportFacts,
} from "../../../../../renderer/features/export/model/report-facts.ts";
import type { PageFacts } from "../../../../../renderer/model/printed-page.ts";

/** The report of two words, but for what is given. */
export const reportOf = ({
  title = "violin and guitar",
  notes = "",
  ...own
}: Partial<ReportParts> & { readonly title?: string; readonly notes?: string }): PageFacts => ({
  ...reportFacts({
    content: { title: "violin and guitar", layers: [], fingerprint: null, emptyText: "" },
    layers: [],
    picture: '<svg xmlns="http://www.w3.org/2000/svg" width="386" height="386"></svg>',
    colours: ["#106186", "#ff6600", "#20bcff"],
    view: "Compare",
    table: null,
    explanation: [],
    atlas: null,
    retina: { name: "en_associative", checksum: "0123456789abcdef" },
    reader: undefined,
    version: "1.2.3",
    today: new Date("2026-03-04T12:00:00Z"),
    ...own,
  }),
  title,
  notes,
});
