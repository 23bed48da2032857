import { ArrowLeftRight } from "lucide-react";
import { IconButton } from "../components/controls/icon-button.tsx";
import { useRegisterActions } from "../state/actions.ts";
import { swapCentre, swapLabel, useArrangement } from "./centre-table.ts";

const SWAP_KEY = "c";

/** The button that swaps the table of the view and the map; none in a view without a table. */
export function SwapCentre() {
  const arrangement = useArrangement();
  useRegisterActions([
    {
      id: "view.swap",
      title: arrangement.table ? swapLabel(arrangement) : "Swap the map and the table of the view",
      group: "Application",
      keys: SWAP_KEY,
      run: swapCentre,
      disabledBecause: arrangement.table ? null : "This view shows no table now",
    },
  ]);
  if (!arrangement.table) return null;
  return (
    <IconButton
      icon={ArrowLeftRight}
      label={swapLabel(arrangement)}
      keys={SWAP_KEY}
      onPress={swapCentre}
    />
  );
}
