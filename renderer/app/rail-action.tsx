import type { LucideIcon } from "lucide-react";
import { Button, Tooltip, TooltipTrigger } from "react-aria-components";
import { Keys } from "../components/controls/keys.tsx";

interface RailActionProps {
  /** Under the icon. */
  readonly label: string;
  /** What it does, where the label alone does not say it. */
  readonly title?: string;
  readonly keys?: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
}

/** A button at the foot of the rail. */
export function RailAction({ label, title = label, keys, icon: Icon, onPress }: RailActionProps) {
  return (
    <TooltipTrigger delay={500}>
      <Button className="rail-button press stack muted" aria-label={title} onPress={onPress}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span aria-hidden="true">{label}</span>
      </Button>
      <Tooltip className="tip" placement="right" offset={6}>
        {title} {keys && <Keys keys={keys} />}
      </Tooltip>
    </TooltipTrigger>
  );
}
