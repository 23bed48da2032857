import { useQuery } from "@tanstack/react-query";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import type { Visit } from "../../model/visit.ts";
import { useNavigation } from "../../state/navigation.ts";
import { openWith } from "../../state/open-with.ts";
import { openInstead } from "../../state/open-workspace.ts";
import { useRetina } from "../../state/retina.ts";
import { leaveVisit, useVisit, VISIT_VIEW } from "../../state/visit.ts";
import "./workspace.css";

/** As long as a file is looked at: why it is only looked at, and the ways on. */
export function VisitBanner() {
  const { now } = useVisit();
  return now && <Banner now={now} />;
}

function Banner({ now }: { readonly now: Visit }) {
  const view = useNavigation((state) => state.view);
  const used = useRetina()?.name ?? "";
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const { retina, name } = now;
  const isHere = cards.some((card) => card.name === retina.name && card.state === "ready");
  return (
    <div className="visit-banner" role="status">
      <p>
        {isHere ? (
          <>
            The retina <strong>{retina.name}</strong> is installed now: “{name}” can be edited.
          </>
        ) : (
          <>
            Read-only: “{name}” was made with the retina <strong>{retina.name}</strong>, which is
            not installed here. Your own work is untouched.
          </>
        )}
      </p>
      {view !== VISIT_VIEW && (
        <Button size="small" onPress={() => openWith(VISIT_VIEW)}>
          Look at it
        </Button>
      )}
      {!isHere && view !== "maps" && (
        <Button size="small" onPress={() => openWith("maps")}>
          Install the retina…
        </Button>
      )}
      <OpenButton now={now} retina={isHere ? retina.name : used} />
      <Button size="small" tone="quiet" onPress={leaveVisit}>
        Close it
      </Button>
    </div>
  );
}

/** Words mean other cells in another retina, so that is never done unasked. */
function OpenButton({ now, retina }: { readonly now: Visit; readonly retina: string }) {
  if (retina === "") return null;
  const { saved } = now;
  const open = () => {
    leaveVisit();
    openInstead({ ...saved, content: { ...saved.content, retina } }, now.name);
  };
  return (
    <Button size="small" onPress={open}>
      {retina === now.retina.name ? "Open it" : `Open it with ${retina} instead`}
    </Button>
  );
}
