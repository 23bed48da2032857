import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { download } from "../../components/files/download.ts";
import { safeFileName } from "../../model/file-name.ts";
import { PAPERS, type Paper } from "../../model/filters/card/paper.ts";
import { toast } from "../../state/toasts.ts";
import type { ReportFacts } from "./model/report-facts.ts";
import { reportHtml } from "./model/report-html.ts";
import { type ReportSheet, sheetSvg } from "./model/report-svg.ts";
import { noteOn } from "./report-notes.ts";
import { useReport, useReportPage } from "./use-report.ts";
import "./report.css";

const FORMATS = { html: "Page (HTML)", pdf: "PDF" } as const;
type Format = keyof typeof FORMATS;
const PAPER_NAMES: Readonly<Record<Paper, string>> = {
  a4: PAPERS.a4.title,
  letter: PAPERS.letter.title,
};
const LONGEST_TITLE = 200;
const LONGEST_NOTES = 5000;
const MOST_LETTERS = 12;

/** One page with map, explanation, table and notes of the result in view, to hand to somebody. */
export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const [format, setFormat] = useState<Format>("html");
  const [paper, setPaper] = useState<Paper>("a4");
  const report = useReport();
  const { facts } = report;
  const { sheet, lacking, error: fontError } = useReportPage(useDeferredValue(facts), paper);
  const saving = useMutation({
    mutationFn: (save: () => Promise<string>) => save(),
    onSuccess: (file) => {
      toast(`Saved ${file}`);
      onClose();
    },
  });
  const error = saving.error ?? report.error ?? fontError;
  const save = () => {
    if (facts && sheet) saving.mutate(() => saveReport(facts, { format, paper, sheet }));
  };
  return (
    <Dialog
      title="Report"
      isOpen
      width="full"
      onClose={onClose}
      actions={
        <Button tone="primary" isDisabled={!facts || !sheet || saving.isPending} onPress={save}>
          <Download size={14} aria-hidden="true" />
          {saving.isPending ? "Making the report" : "Save the report"}
        </Button>
      }
    >
      <div className="report">
        <div className="stack gap-3 at-top">
          <label className="report-field stack gap-1">
            <span>Title</span>
            <input
              type="text"
              dir="auto"
              maxLength={LONGEST_TITLE}
              value={report.title}
              onChange={({ currentTarget }) => report.setTitle(currentTarget.value)}
            />
          </label>
          <label className="report-field stack gap-1">
            <span>Notes</span>
            <textarea
              autoFocus
              dir="auto"
              rows={8}
              maxLength={LONGEST_NOTES}
              placeholder="What was found, and what it means"
              value={report.notes}
              onChange={({ currentTarget }) => noteOn(report.key, currentTarget.value)}
            />
          </label>
          <Choice label="As" options={FORMATS} value={format} onChange={setFormat} />
          <Choice label="Paper" options={PAPER_NAMES} value={paper} onChange={setPaper} />
          {lacking.length > 0 && (
            <p className="note caution" role="status">
              {lackingWords(lacking, format)}
            </p>
          )}
          <p className="muted">
            One file that needs nothing else. The notes are kept in the workspace; the whole table
            is saved under Export.
          </p>
        </div>
        <div className="report-preview">
          {error !== null && error !== undefined && (
            <Failure error={error} doing="Making the report" />
          )}
          {!sheet && !error && <Loading label="Drawing the map of the report" />}
          {facts && sheet && <Preview sheet={sheet} map={facts.picture} />}
        </div>
      </div>
    </Dialog>
  );
}

interface Saving {
  readonly format: Format;
  readonly paper: Paper;
  readonly sheet: ReportSheet;
}

/** @returns the name of the file */
async function saveReport(facts: ReportFacts, { format, paper, sheet }: Saving): Promise<string> {
  const file = safeFileName(`${facts.title} report.${format}`);
  if (format === "html") download(file, reportHtml(facts, paper), "text/html");
  else {
    const { pdfOfSvg } = await import("./svg-pdf.ts");
    download(file, await pdfOfSvg(sheetSvg(sheet, facts.picture), facts.title), "application/pdf");
  }
  return file;
}

/** What becomes of letters that a sheet cannot show. */
function lackingWords(lacking: readonly string[], format: Format): string {
  const shown = lacking.slice(0, MOST_LETTERS).join(" ");
  const more = lacking.length > MOST_LETTERS ? " …" : "";
  return format === "pdf"
    ? `The PDF shows “?” instead of ${shown}${more}. Choose Page (HTML), which shows every letter.`
    : `The preview shows “?” instead of ${shown}${more}; the saved page shows every letter.`;
}

interface PreviewProps {
  readonly sheet: ReportSheet;
  /** As SVG. */
  readonly map: string;
}

/** The map lies over what is written: it is many times its size, and is not drawn again for a letter. */
function Preview({ sheet, map }: PreviewProps) {
  const { width, height, picture } = sheet;
  const mapUrl = usePictureUrl(map);
  const writingUrl = usePictureUrl(useMemo(() => sheetSvg(sheet), [sheet]));
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
  if (mapUrl === "" || writingUrl === "") return null;
  return (
    <div className="report-sheet">
      <img src={writingUrl} alt="The page as it is printed" />
      <img
        className="report-map"
        src={mapUrl}
        alt=""
        style={{
          left: share(picture.x, width),
          top: share(picture.y, height),
          width: share(picture.width, width),
        }}
      />
    </div>
  );
}

function usePictureUrl(svg: string): string {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setUrl(made);
    // Letters are typed faster than a picture is read.
    return () => void setTimeout(() => URL.revokeObjectURL(made), 2000);
  }, [svg]);
  return url;
}
