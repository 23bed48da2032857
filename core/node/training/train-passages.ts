import type { CorpusRecord } from "../../train/corpus/token-stream.ts";

/** Characters after which a long file is cut into the next record, at a paragraph. */
const PASSAGE_CHARACTERS = 12_000;
/** Lines up to this length may be wrapped parts of one paragraph; longer ones are paragraphs. */
const WRAPPED_LINE = 120;

/** Turns the lines of a running text into records of about 2,000 words; one line is one paragraph there. */
export interface PassageCutter {
  add(line: string): CorpusRecord[];
  end(): CorpusRecord[];
}

/** All passages of a file share its title, so that they count as one source. */
export function passageCutter(title: string, isMarkdown: boolean): PassageCutter {
  let paragraph = "";
  let paragraphs: string[] = [];
  let characters = 0;
  let previous = 0;
  let isCode = false;
  const endParagraph = () => {
    if (paragraph !== "") paragraphs.push(paragraph);
    characters += paragraph.length;
    paragraph = "";
  };
  const cut = (): CorpusRecord[] => {
    const text = paragraphs.join("\n");
    paragraphs = [];
    characters = 0;
    return text === "" ? [] : [{ title, text }];
  };
  return {
    add(line) {
      const isFence = isMarkdown && /^\s*(```|~~~)/.test(line);
      if (isFence) isCode = !isCode;
      const content = isFence || isCode ? "" : (isMarkdown ? stripMarkdown(line) : line).trim();
      if (content === "" || Math.max(previous, content.length) > WRAPPED_LINE) endParagraph();
      paragraph = paragraph === "" ? content : `${paragraph} ${content}`;
      previous = content.length;
      return characters >= PASSAGE_CHARACTERS ? cut() : [];
    },
    end() {
      endParagraph();
      return cut();
    },
  };
}

/** What a reader sees of a line: no link targets, pictures, tags or heading marks. */
function stripMarkdown(line: string): string {
  return line
    .replace(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]+>/g, " ")
    .replace(/^\s*(#{1,6}|>|[-*+]|\d+\.)\s+/, "")
    .replace(/[*_`|]+/g, " ");
}
