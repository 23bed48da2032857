import { Send } from "lucide-react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { Button, IconButton } from "../../components/controls/button.tsx";
import { ActionMenu, MenuTrigger } from "../../components/controls/menu.tsx";
import { labelOf, makeFingerprint } from "../../model/fingerprint.ts";
import { openWith } from "../../state/open-with.ts";
import { pin } from "../../state/pins.ts";
import { useRetina } from "../../state/retina.ts";

interface SendMenuProps {
  /** What is sent: "the text", "slice 2". */
  readonly what: string;
  readonly source: ExpressionJson;
  readonly positions: readonly number[];
  readonly isSmall?: boolean;
}

/** Takes a text, a slice or keywords to any other view. */
export function SendMenu({ what, source, positions, isSmall = false }: SendMenuProps) {
  const retina = useRetina();
  const nothing = positions.length === 0 ? "No known word in it" : null;
  const entry = (id: string, label: string, run: () => void) => ({
    id,
    label,
    disabledBecause: nothing,
    run,
  });
  return (
    <MenuTrigger>
      {isSmall ? (
        <IconButton icon={Send} isSmall label={`Send ${what} to…`} />
      ) : (
        <Button size="small">
          <Send size={13} aria-hidden="true" /> Send to…
        </Button>
      )}
      <ActionMenu
        label={`Send ${what} to`}
        groups={[
          {
            entries: [
              entry("explore", "Explore: its senses, terms near it, more parts", () =>
                openWith("explore", [source]),
              ),
              entry("compare", "Compare: with another text or term", () =>
                openWith("compare", [source]),
              ),
              ...("text" in source
                ? [entry("filters", "Filters: as an example", () => openWith("filters", [source]))]
                : []),
            ],
          },
          {
            entries: [
              entry("pin", "Shelf: pin its fingerprint", () => {
                if (retina)
                  pin(makeFingerprint({ label: labelOf(source), source, positions, retina }));
              }),
            ],
          },
        ]}
      />
    </MenuTrigger>
  );
}
