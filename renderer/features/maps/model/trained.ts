import type { Output } from "../../../../core/api/client-types.ts";

export type Trained = NonNullable<Output<"app.jobResult">["trained"]>;
