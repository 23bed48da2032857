import type { Args } from "../../core/api/client-types.ts";

export type ExploreFilters = NonNullable<Args<"app.explore">["filters"]>;
