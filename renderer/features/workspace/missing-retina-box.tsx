import { useQuery } from "@tanstack/react-query";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { openWith } from "../../state/open-with.ts";
import { openInstead, useMissingRetina, withRetina } from "../../state/open-workspace.ts";
import { useRetina } from "../../state/retina.ts";

/** A workspace file whose retina is not installed: it can be installed, or another be used. Comes again once it is installed. */
export function MissingRetinaBox() {
  const { file, isInstalling } = useMissingRetina();
  const used = useRetina()?.name ?? "";
  const { data: cards = [] } = useQuery(retinaCardsQuery());
  if (file === null) return null;
  const { name, retina } = file;
  const isHere = cards.some((card) => card.name === retina && card.state === "ready");
  const close = () => useMissingRetina.setState({ file: null, isInstalling: false });
  const open = (chosen: string) => {
    close();
    openInstead(withRetina(file.read, chosen), name);
  };
  const install = () => {
    useMissingRetina.setState({ isInstalling: true });
    openWith("maps");
  };
  return (
    <Dialog
      title={isHere ? `“${name}” can be opened now` : `“${name}” was made on another map`}
      isOpen={isHere || !isInstalling}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>Cancel</Button>
          {!isHere && used !== "" && (
            <Button onPress={() => open(used)}>Open it with {used}</Button>
          )}
          <Button tone="primary" onPress={isHere ? () => open(retina) : install}>
            {isHere ? "Open it" : `Install ${retina}…`}
          </Button>
        </>
      }
    >
      {isHere ? (
        <p>
          The map <strong>{retina}</strong> is installed now.
        </p>
      ) : (
        <p>
          The map <strong>{retina}</strong> is not installed here. On another map words have other
          cells, and selected cells mean something else.
        </p>
      )}
    </Dialog>
  );
}
