import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CornerLeftUp, Folder } from "lucide-react";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { Button } from "../../components/controls/button.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { plural } from "../../model/format.ts";

interface FolderButtonProps {
  /** The button: "Choose a folder…". */
  readonly label: string;
  /** Of the dialog. */
  readonly title: string;
  readonly isSeveral?: boolean;
  readonly onFolders: (paths: readonly string[]) => void;
}

/** Picks a folder of the machine that reads it: in the system's own dialog, or in a browser in one of ours. */
export function FolderButton({ label, title, isSeveral = false, onFolders }: FolderButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = async () => {
    if (!window.desktop) {
      setOpen(true);
      return;
    }
    const wish = { what: "folder" as const, title, several: isSeveral, endings: [] };
    const chosen = await window.desktop.choosePaths(wish);
    if (chosen.length > 0) onFolders(chosen);
  };
  return (
    <>
      <Button size="small" onPress={() => void choose()}>
        {label}
      </Button>
      {isOpen && (
        <FolderDialog
          title={title}
          onClose={() => setOpen(false)}
          onChoose={(path) => {
            setOpen(false);
            onFolders([path]);
          }}
        />
      )}
    </>
  );
}

interface FolderDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly onChoose: (path: string) => void;
}

/** The folders of the service's machine, one level at a time. */
function FolderDialog({ title, onClose, onChoose }: FolderDialogProps) {
  const [path, setPath] = useState<string | undefined>(undefined);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["folders", path],
    queryFn: ({ signal }) => call("app.folders", path === undefined ? {} : { path }, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            tone="primary"
            isDisabled={!data || error !== null}
            onPress={() => data && onChoose(data.path)}
          >
            Choose this folder
          </Button>
        </>
      }
    >
      <div className="folders stack">
        {data && (
          <p className="row gap-1-3 wrap apart breaks">
            <strong dir="auto">{data.path}</strong>
            <span className="muted figures">
              {plural(data.texts, "file")} of texts here, {plural(data.folders.length, "folder")}
            </span>
          </p>
        )}
        {error && (
          <Failure error={error} doing="Listing the folder" onRetry={() => void refetch()}>
            {path !== undefined && (
              <Button size="small" onPress={() => setPath(undefined)}>
                To the home folder
              </Button>
            )}
          </Failure>
        )}
        {isFetching && <Loading label="Listing the folder" />}
        {data && !error && (
          <ul aria-label="Folders">
            {data.parent !== null && (
              <li>
                <button
                  className="row pick"
                  type="button"
                  onClick={() => setPath(data.parent ?? undefined)}
                >
                  <CornerLeftUp size={14} aria-hidden="true" /> One folder up
                </button>
              </li>
            )}
            {data.folders.map((folder) => (
              <li key={folder.path}>
                <button
                  className="row pick"
                  type="button"
                  dir="auto"
                  onClick={() => setPath(folder.path)}
                >
                  <Folder size={14} aria-hidden="true" /> {folder.name}
                </button>
              </li>
            ))}
          </ul>
        )}
        {data?.isCut && (
          <p className="muted">
            Only the first {plural(data.folders.length, "folder")} are listed; type the path of
            another one.
          </p>
        )}
      </div>
    </Dialog>
  );
}
