import { useQuery } from "@tanstack/react-query";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { formatCount } from "../../model/format.ts";
import { runAction } from "../../state/actions.ts";
import { openWith } from "../../state/open-with.ts";
import { chooseRetina } from "../../state/retina.ts";
import type { OpenCollection } from "./use-collection.ts";

/** Cells of one retina mean nothing on the map of another: what can be done depends on whether its own is still there. */
export function OtherRetina({ open: { info } }: { readonly open: OpenCollection }) {
  const { data: cards } = useQuery(retinaCardsQuery());
  if (!cards) return null;
  const { name, checksum } = info.retina;
  const ready = cards.find((card) => card.state === "ready" && card.name === name);
  const isThere = ready?.state === "ready" && ready.checksum === checksum;
  const rows = `${formatCount(info.rows)} rows`;
  return (
    <div className="collection-first stack gap-4 at-start at-top">
      <h2>
        “{info.name}” was read with the retina {name}
      </h2>
      {isThere ? (
        <p className="prose">
          The map shows another one now, on which the fingerprints of these {rows} mean nothing.
          Switch to {name}, or import the file again with the retina in use.
        </p>
      ) : (
        <p className="prose">
          {ready
            ? `The retina of that name has been replaced by another one (checksum ${checksum.slice(0, 8)} is wanted).`
            : "It is not installed any more."}{" "}
          The {rows} with their labels are kept, but their fingerprints cannot be shown. Install it
          again, or make the collection again from its file under another name.
        </p>
      )}
      <div className="collection-first-ways row gap-3 wrap">
        {isThere ? (
          <Button tone="primary" onPress={() => chooseRetina(name)}>
            Switch to {name}
          </Button>
        ) : (
          <>
            <Button tone="primary" onPress={() => openWith("maps")}>
              Install a retina
            </Button>
            <Button onPress={() => runAction("collection.choose-file")}>
              Make a collection of the file again
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
