import { Search } from "lucide-react";
import { Button, Tooltip, TooltipTrigger } from "react-aria-components";
import { Keys } from "../components/controls/keys.tsx";
import { runAction } from "../state/actions.ts";
import { useNavigation } from "../state/navigation.ts";
import { openWith } from "../state/open-with.ts";
import { RailAction } from "./rail-action.tsx";
import { FileMenu, HelpMenu } from "./rail-menus.tsx";
import { views } from "./views.ts";

/** The views, along the left edge. */
export function Rail() {
  const active = useNavigation(({ view }) => view);
  return (
    <nav className="rail" aria-label="Views" data-panel="rail" tabIndex={-1}>
      {views
        .filter(({ isBeside }) => !isBeside)
        .map(({ id, title, icon: Icon, key }) => (
          <TooltipTrigger key={id} delay={500}>
            <Button
              className="rail-button press stack muted"
              aria-label={title}
              {...(id === active ? { "aria-current": "page" as const } : {})}
              onPress={() => openWith(id)}
            >
              <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
              <span aria-hidden="true">{title}</span>
            </Button>
            <Tooltip className="tip" placement="right" offset={6}>
              {title} <Keys keys={`g ${key}`} />
            </Tooltip>
          </TooltipTrigger>
        ))}
      <span className="grow" />
      <RailAction
        label="Find"
        keys="$mod+k"
        icon={Search}
        onPress={() => runAction("palette.open")}
      />
      <FileMenu />
      <HelpMenu />
    </nav>
  );
}
