import { download } from "../files/download.ts";
import pageStyle from "./printed-page.css?raw";

export interface PrintedPage {
  /** Name of the PDF. */
  readonly file: string;
  /** As CSS has it for `@page`. */
  readonly size: string;
  readonly margin: string;
  /** HTML without scripts, every text of it escaped. */
  readonly body: string;
}

/** Can a PDF be saved, or is there only the system's own dialog for printing? */
export const canSavePdf = (): boolean => window.desktop !== undefined;

/** Shows HTML of our own apart from the styles of the page. */
export function showApart(host: HTMLElement, body: string): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(pageStyle);
  root.adoptedStyleSheets = [sheet];
  root.innerHTML = body;
}

/**
 * Prints a page in place of the application: the desktop saves what would be printed as PDF, a browser opens its dialog for
 * printing, which can save a PDF as well.
 */
export async function printPage({ file, size, margin, body }: PrintedPage): Promise<void> {
  const host = document.createElement("div");
  host.className = "printed-sheet";
  showApart(host, body);
  const rules = new CSSStyleSheet();
  rules.replaceSync(
    `@page{size:${size};margin:${margin}}@media screen{.printed-sheet{display:none}}@media print{body>:not(.printed-sheet){display:none!important}html,body{height:auto;margin:0;overflow:visible;background:none}}`,
  );
  const title = document.title;
  document.body.append(host);
  document.adoptedStyleSheets.push(rules);
  document.title = file.replace(/\.pdf$/, "");
  const end = () => {
    host.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== rules);
    document.title = title;
  };
  const { desktop } = window;
  if (desktop) {
    try {
      download(file, new Uint8Array(await desktop.printToPdf()), "application/pdf");
    } finally {
      end();
    }
  } else {
    window.addEventListener("afterprint", end, { once: true });
    window.print();
  }
}
