import { queryOptions } from "@tanstack/react-query";
import { engineQuery } from "../../api/query-client.ts";

/** The workspaces that others were opened in place of; asked for whenever the list is shown. */
export const formerWorkspacesQuery = () =>
  queryOptions({ ...engineQuery("", "app.formerWorkspaces", {}), staleTime: 0 });
