import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ReactNode, useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { safeFileName } from "../../model/file-name.ts";
import { PAPERS, type PageFacts, type Paper } from "../../model/printed-page.ts";
import { Button } from "../controls/button.tsx";
import { Choice } from "../controls/choice.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { Failure, Loading } from "../controls/states.tsx";
import { download } from "../files/download.ts";
import { pageHtml } from "./page-html.ts";
import { type PageSheet, sheetSvg } from "./page-sheet.ts";
import { usePageSheet } from "./use-page-sheet.ts";
import "./page-dialog.css";

const FORMATS = { html: "HTML", pdf: "PDF", svg: "SVG" } as const;
type Format = keyof typeof FORMATS;
const PAPER_NAMES: Readonly<Record<Paper, string>> = {
  a4: PAPERS.a4.title,
  letter: PAPERS.letter.title,
};
const MOST_LETTERS = 12;

interface PageDialogProps {
  readonly title: string;
  /** What it is in a sentence and in its file's name: "report". */
  readonly noun: string;
  /** Null until everything is known that the page says. */
  readonly facts: PageFacts | null;
  readonly error: unknown;
  /** What a person can write on the page. */
  readonly fields: ReactNode;
  readonly hint: string;
  readonly onSaved: (file: string) => void;
  readonly onClose: () => void;
}

/** A page beside what a person writes on it, as it is printed, to be saved as one file. */
export function PageDialog(props: PageDialogProps) {
  const { title, noun, facts, fields, hint, onSaved, onClose } = props;
  const [format, setFormat] = useState<Format>("html");
  const [paper, setPaper] = useState<Paper>("a4");
  const { sheet, lacking, error: fontError } = usePageSheet(useDeferredValue(facts), paper);
  const saving = useMutation({
    mutationFn: (save: () => Promise<string>) => save(),
    onSuccess: onSaved,
  });
  const error = saving.error ?? props.error ?? fontError;
  const save = () => {
    if (facts && sheet) saving.mutate(() => savePage(facts, { noun, format, paper, sheet }));
  };
  return (
    <Dialog
      title={title}
      isOpen
      width="full"
      onClose={onClose}
      actions={
        <Button tone="primary" isDisabled={!facts || !sheet || saving.isPending} onPress={save}>
          <Download size={14} aria-hidden="true" />
          {saving.isPending ? `Making the ${noun}` : `Save the ${noun}`}
        </Button>
      }
    >
      <div className="page-dialog">
        <div className="stack gap-3 at-top">
          {fields}
          <Choice label="As" options={FORMATS} value={format} onChange={setFormat} />
          <Choice label="Paper" options={PAPER_NAMES} value={paper} onChange={setPaper} />
          {lacking.length > 0 && (
            <p className="note caution" role="status">
              {lackingWords(lacking, format)}
            </p>
          )}
          <p className="muted">{hint}</p>
        </div>
        <div className="page-preview">
          {error !== null && error !== undefined && (
            <Failure error={error} doing={`Making the ${noun}`} />
          )}
          {!sheet && !error && <Loading label={`Drawing the map of the ${noun}`} />}
          {facts && sheet && <Preview sheet={sheet} map={facts.picture} />}
        </div>
      </div>
    </Dialog>
  );
}

interface Saving {
  readonly noun: string;
  readonly format: Format;
  readonly paper: Paper;
  readonly sheet: PageSheet;
}

/** @returns the name of the file */
async function savePage(facts: PageFacts, { noun, format, paper, sheet }: Saving): Promise<string> {
  const file = safeFileName(`${facts.title} ${noun}.${format}`);
  if (format === "html") download(file, pageHtml(facts, paper), "text/html");
  else {
    const svg = sheetSvg(sheet, facts.picture);
    if (format === "svg") download(file, svg, "image/svg+xml");
    else {
      const { pdfOfSvg } = await import("./svg-pdf.ts");
      download(file, await pdfOfSvg(svg, facts.title), "application/pdf");
    }
  }
  return file;
}

/** What becomes of letters that a sheet cannot show. */
function lackingWords(lacking: readonly string[], format: Format): string {
  const shown = lacking.slice(0, MOST_LETTERS).join(" ");
  const more = lacking.length > MOST_LETTERS ? " …" : "";
  return format !== "html"
    ? `The file shows “?” instead of ${shown}${more}. Choose HTML, which shows every letter.`
    : `The preview shows “?” instead of ${shown}${more}; the saved page shows every letter.`;
}

interface PreviewProps {
  readonly sheet: PageSheet;
  /** As SVG. */
  readonly map: string;
}

/** The map lies over what is written: it is many times its size, and is not drawn again for a letter. */
function Preview({ sheet, map }: PreviewProps) {
  const { width, height, picture } = sheet;
  const mapUrl = usePictureUrl(useCallback(() => map, [map]));
  const writingUrl = usePictureUrl(useCallback(() => sheetSvg(sheet), [sheet]));
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
  if (mapUrl === "" || writingUrl === "") return null;
  return (
    <div className="page-sheet">
      <img src={writingUrl} alt="The page as it is printed" />
      <img
        className="page-map"
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

/** Milliseconds without another letter until the page is drawn again: reading a picture of a full page holds up the next key. */
const PAUSE_MS = 150;

function usePictureUrl(draw: () => string): string {
  const [url, setUrl] = useState("");
  const pause = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      pause.current = PAUSE_MS;
      setUrl(URL.createObjectURL(new Blob([draw()], { type: "image/svg+xml" })));
    }, pause.current);
    return () => clearTimeout(timer);
  }, [draw]);
  useEffect(
    () => () => {
      // The picture that it was read for may still be on its way.
      if (url !== "") setTimeout(() => URL.revokeObjectURL(url), 2000);
    },
    [url],
  );
  return url;
}
