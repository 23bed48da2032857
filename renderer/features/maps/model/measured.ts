/** What a figure says, by the name under which a card keeps it. */
const EXPLAINED: Readonly<Record<string, string>> = {
  "neighbour lift": "times as many set neighbours per cell as by chance; 8 or more is good",
};

/** What was measured of a retina, as rows of name and value. */
export function measured(quality: unknown): (readonly [name: string, value: string])[] {
  if (typeof quality !== "object" || quality === null) return [];
  return Object.entries(quality).map(([name, value]) => {
    const explained = EXPLAINED[name];
    return [capital(name), explained ? `${String(value)} ${explained}` : String(value)] as const;
  });
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
