import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { engineQuery } from "../../api/query-client.ts";
import { Button } from "../../components/controls/button.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { formatBytes } from "../../model/format.ts";
import { openFormer } from "../../state/open-workspace.ts";
import "./workspace.css";

interface FormerBoxProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The workspaces that were there before others were opened. */
export function FormerBox({ isOpen, onClose }: FormerBoxProps) {
  return (
    <Dialog
      title="Go back to an earlier workspace"
      width="narrow"
      isOpen={isOpen}
      onClose={onClose}
    >
      {isOpen && <FormerWorkspaces onOpened={onClose} />}
    </Dialog>
  );
}

interface FormerWorkspacesProps {
  readonly onOpened?: () => void;
}

export function FormerWorkspaces({ onOpened }: FormerWorkspacesProps) {
  const { data, error, refetch } = useQuery(formerWorkspacesQuery());
  const client = useQueryClient();
  const [opening, setOpening] = useState("");
  const [refused, setRefused] = useState<unknown>(null);
  const open = async (id: string, name: string) => {
    setOpening(id);
    setRefused(null);
    try {
      await openFormer(id, name);
      void client.invalidateQueries(formerWorkspacesQuery());
      onOpened?.();
    } catch (cause) {
      setRefused(cause);
    }
    setOpening("");
  };
  if (error)
    return <Failure error={error} doing="Reading the list" onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Reading the list" />;
  if (data.former.length === 0)
    return (
      <Empty>
        No earlier workspace is kept. When a workspace file is opened, the workspace that was there
        is kept here.
      </Empty>
    );
  return (
    <div className="former stack gap-3">
      <p className="muted">
        When a file is opened, the workspace that was there is kept: the last {data.most}. Opening
        one keeps the present one in the same way.
      </p>
      <ul aria-label="Earlier workspaces">
        {data.former.map(({ id, keptAt, bytes }) => {
          const name = `the workspace of ${timeText(keptAt)}`;
          return (
            <li className="row gap-3" key={id}>
              <span>{timeText(keptAt)}</span>
              <span className="muted figures">{formatBytes(bytes)}</span>
              <Button
                size="small"
                aria-label={`Open ${name}`}
                isDisabled={opening !== ""}
                onPress={() => void open(id, name)}
              >
                Open
              </Button>
            </li>
          );
        })}
      </ul>
      {refused !== null && <Failure error={refused} doing="Opening it" />}
    </div>
  );
}

const timeText = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The workspaces that others were opened in place of; asked for whenever the list is shown. */
const formerWorkspacesQuery = () =>
  queryOptions({ ...engineQuery("", "app.formerWorkspaces", {}), staleTime: 0 });
