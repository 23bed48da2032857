import type { ReportParts } from "../../../../renderer/model/report/report-facts.ts";

/** The parts of a report of two words, but for those that are given. */
export const explainReport = (own: Partial<ReportParts>): ReportParts => ({
  content: { title: "violin and guitar", layers: [], fingerprint: null, emptyText: "" },
  layers: [],
  title: "violin and guitar",
  notes: "",
  picture: '<svg xmlns="http://www.w3.org/2000/svg" width="386" height="386"></svg>',
  colours: ["#106186", "#ff6600", "#20bcff"],
  view: "Compare",
  table: null,
  explanation: [],
  atlas: null,
  retina: { name: "en_associative", checksum: "0123456789abcdef" },
  version: "1.2.3",
  today: new Date("2026-03-04T12:00:00Z"),
  ...own,
});
