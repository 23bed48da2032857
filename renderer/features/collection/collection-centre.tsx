import { memo, useDeferredValue } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { usePublish } from "../../state/publish.ts";
import { ChipsBar } from "./chips-bar.tsx";
import { useImportDraft } from "./collection-import.ts";
import { FirstSteps } from "./first-steps.tsx";
import { ImportBanner, TemporaryNote } from "./import-banner.tsx";
import { ImportPanel } from "./import-panel.tsx";
import { LENS_PARTS } from "./lens-of.tsx";
import { LensTabs } from "./lens-tabs.tsx";
import { useOpenProblem } from "./open-or-say.ts";
import { OtherRetina } from "./other-retina.tsx";
import { TimePlayer } from "./time-player.tsx";
import { TimeStrip } from "./time-strip.tsx";
import { type OpenCollection, useCollection, useOwnImport } from "./use-collection.ts";

/** Texts are read in the centre: in a column of the usual width a line of a table says nothing. */
const CENTRE = { name: "collection", title: "the rows", isUsual: true };
/** Points are looked at on the map. */
const BESIDE_POINTS = { name: "collection.points", title: "the rows", isUsual: false };

/** The table in the centre, or what leads to one. */
export function CollectionCentre() {
  const { draft } = useImportDraft();
  const open = useCollection();
  const importing = useOwnImport();
  const hasPoints = open !== null && !open.isForeign && draft === null;
  usePublish({ table: hasPoints && open.look.lens === "points" ? BESIDE_POINTS : CENTRE });
  return (
    <div className="results collection-centre">
      <OpenProblem />
      {draft ? (
        <ImportPanel draft={draft} />
      ) : (
        <>
          <ImportBanner />
          {open ? (
            <OpenCentre key={open.info.name} open={open} />
          ) : (
            importing?.state !== "running" && <FirstSteps />
          )}
        </>
      )}
    </div>
  );
}

function OpenProblem() {
  const { problem } = useOpenProblem();
  if (problem === null) return null;
  return (
    <Failure error={problem} doing="The last step">
      <Button size="small" onPress={() => useOpenProblem.setState({ problem: null })}>
        Close
      </Button>
    </Failure>
  );
}

function OpenCentre({ open }: { readonly open: OpenCollection }) {
  const { info, isForeign } = open;
  // A table takes longer to render than a map: chips, brush and map do not wait for it, nor for the player.
  const later = useDeferredValue(open);
  if (isForeign) return <OtherRetina open={open} />;
  const date = info.roles.date;
  return (
    <>
      {/* Above the chips: whatever is brushed must not move away when a chip needs another line. */}
      <TemporaryNote name={info.name} />
      {date !== undefined && <TimeStrip open={open} column={date} />}
      <ChipsBar open={open} />
      <div className="lens-bar row fixed">
        <LensTabs lens={open.look.lens} />
        {date !== undefined && <TimePlayer open={later} column={date} />}
      </div>
      <LensPart open={later} />
    </>
  );
}

const LensPart = memo(function LensPart({ open }: { readonly open: OpenCollection }) {
  const Lens = LENS_PARTS[open.look.lens];
  return <Lens open={open} />;
});
