import { Download } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import { Button } from "../../../components/controls/button.tsx";
import { Choice } from "../../../components/controls/choice.tsx";
import { Dialog } from "../../../components/controls/dialog.tsx";
import { Failure, Loading } from "../../../components/controls/states.tsx";
import { download } from "../../../components/files/download.ts";
import { safeFileName } from "../../../model/file-name.ts";
import { PAPERS, type Paper } from "../../../model/filters/card/paper.ts";
import { reportHtml } from "../../../model/report/report-html.ts";
import { noteOn } from "../../../state/export/report-notes.ts";
import { toast } from "../../../state/toasts.ts";
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
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  const report = useReport();
  const { facts } = report;
  const { page, lacking, error: fontError } = useReportPage(useDeferredValue(facts), paper);
  const error = failure ?? report.error ?? fontError;
  const save = async () => {
    if (!facts || !page) return;
    setFailure(null);
    setSaving(true);
    try {
      const file = safeFileName(`${facts.title} report.${format}`);
      if (format === "html") download(file, reportHtml(facts, paper), "text/html");
      else {
        const { pdfOfSvg } = await import("../svg-pdf.ts");
        download(file, await pdfOfSvg(page, facts.title), "application/pdf");
      }
      toast(`Saved ${file}`);
      onClose();
    } catch (cause) {
      setFailure(cause);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      title="Report"
      isOpen
      width="full"
      onClose={onClose}
      actions={
        <Button tone="primary" isDisabled={!facts || !page || isSaving} onPress={() => void save()}>
          <Download size={14} aria-hidden="true" />
          {isSaving ? "Making the report" : "Save the report"}
        </Button>
      }
    >
      <div className="report">
        <div className="report-choices">
          <label className="report-field">
            <span>Title</span>
            <input
              type="text"
              dir="auto"
              maxLength={LONGEST_TITLE}
              value={report.title}
              onChange={({ currentTarget }) => report.setTitle(currentTarget.value)}
            />
          </label>
          <label className="report-field">
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
            <p className="report-lacking" role="status">
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
          {!page && !error && <Loading label="Drawing the map of the report" />}
          {page && <Preview svg={page} />}
        </div>
      </div>
    </Dialog>
  );
}

/** What becomes of letters that a sheet cannot show. */
function lackingWords(lacking: readonly string[], format: Format): string {
  const shown = lacking.slice(0, MOST_LETTERS).join(" ");
  const more = lacking.length > MOST_LETTERS ? " …" : "";
  return format === "pdf"
    ? `The PDF shows “?” instead of ${shown}${more}. Choose Page (HTML), which shows every letter.`
    : `The preview shows “?” instead of ${shown}${more}; the saved page shows every letter.`;
}

function Preview({ svg }: { readonly svg: string }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setUrl(made);
    // Letters are typed faster than a picture is read.
    return () => void setTimeout(() => URL.revokeObjectURL(made), 2000);
  }, [svg]);
  return url === "" ? null : <img src={url} alt="The page as it is printed" />;
}
