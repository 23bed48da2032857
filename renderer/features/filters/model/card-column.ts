import { escapeXml } from "../../../../core/image/svg.ts";
import { BAR, INK, QUIET } from "../../../model/filters/card/paper.ts";
import { formatCount } from "../../../model/format.ts";
import type { CardExamples, CardFacts, CardSection } from "./card-facts.ts";
import { emsOf, wrapLines } from "./wrap-lines.ts";

const FONTS = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

const round = (value: number): number => Math.round(value * 100) / 100;

interface Look {
  readonly size?: number;
  readonly colour?: string;
  readonly weight?: 400 | 600;
  /** Lines at the most. */
  readonly most?: number;
}

/** Writes one line under the other. */
export class Column {
  readonly parts: string[] = [];
  y: number;
  private readonly x: number;
  private readonly width: number;

  constructor({ x, y, width }: { x: number; y: number; width: number }) {
    this.x = x;
    this.y = y;
    this.width = width;
  }

  write(text: string, { size = 12, colour = INK, weight = 400, most = 5 }: Look = {}): void {
    for (const line of wrapLines(text, { width: this.width, size, most })) {
      this.y += round(size * 1.4);
      this.parts.push(
        `<text x="${this.x}" y="${round(this.y - size * 0.35)}" font-family="${FONTS}" font-size="${size}" font-weight="${weight}" fill="${colour}">${escapeXml(line)}</text>`,
      );
    }
  }

  heading(title: string): void {
    this.write(title, { size: 11, colour: QUIET, weight: 600, most: 1 });
    this.y += 2;
  }

  section({ title, lead, lines }: CardSection): void {
    this.heading(title);
    if (lead) this.write(lead, { weight: 600, most: 2 });
    for (const line of lines) this.write(line, { most: 12 });
    this.y += 10;
  }

  /** Name and facts on one line, and a bar as long as the share under it. */
  region({ title, share, facts }: CardFacts["regions"][number]): void {
    const [name = ""] = wrapLines(title, { width: this.width * 0.6, size: 12, most: 1 });
    const room = this.width - emsOf(name) * 12 - 8;
    const [rest = ""] = wrapLines(facts, { width: room, size: 11, most: 1 });
    this.y += 16;
    this.parts.push(
      `<text x="${this.x}" y="${round(this.y - 4)}" font-family="${FONTS}" font-size="12" font-weight="600" fill="${INK}">${escapeXml(name)}<tspan dx="8" font-size="11" font-weight="400" fill="${QUIET}">${escapeXml(rest)}</tspan></text>`,
      `<rect x="${this.x}" y="${round(this.y + 1)}" width="${Math.max(1, round(this.width * share))}" height="4" fill="${BAR}"/>`,
    );
    this.y += 11;
  }

  /** As many as have room above the limit. */
  examples({ title, texts, more }: CardExamples, limit: number): void {
    this.heading(title);
    let shown = 0;
    for (const text of texts) {
      if (this.y + ROOM_FOR_TEXT > limit) break;
      this.write(text, { size: 11, most: 3 });
      this.y += 4;
      shown++;
    }
    const rest = more + texts.length - shown;
    if (rest > 0) this.write(`and ${formatCount(rest)} more`, { size: 11, colour: QUIET });
  }
}

/** Three lines of an example, and the line that counts the others. */
const ROOM_FOR_TEXT = 64;
