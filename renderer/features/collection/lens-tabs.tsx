import { memo, useRef } from "react";
import { Choice } from "../../components/controls/choice.tsx";
import {
  type CollectionLens,
  LENS_TITLES,
  LENSES,
  lensAction,
} from "../../model/collection/look.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { changeLook } from "../../state/collection/collection-look.ts";
import { focusSoon } from "./focus-soon.ts";

const show = (lens: CollectionLens): void => changeLook(`Show: ${LENS_TITLES[lens]}`, { lens });

/** What the centre shows of the rows. */
export const LensTabs = memo(function LensTabs({ lens }: { readonly lens: CollectionLens }) {
  const box = useRef<HTMLDivElement>(null);
  useRegisterActions(
    LENSES.map((id) => ({
      ...lensAction(id),
      run: () => {
        show(id);
        // The next Tab leads into what the lens shows.
        focusSoon(() => box.current?.querySelector<HTMLElement>("input:checked"));
      },
    })),
  );
  return (
    <div className="grow" ref={box}>
      <Choice label="Lens" isBare options={LENS_TITLES} value={lens} onChange={show} />
    </div>
  );
});
