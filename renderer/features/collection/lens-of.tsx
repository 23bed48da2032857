import type { ComponentType } from "react";
import type { CollectionLens } from "../../model/collection/look.ts";
import { CopiesLens } from "./copies-lens.tsx";
import { DifferenceLens } from "./difference-lens.tsx";
import { LabelsLens } from "./labels-lens.tsx";
import { PointsLens } from "./points-lens.tsx";
import { RowsLens } from "./rows-lens.tsx";
import { ScoresLens } from "./scores-lens.tsx";
import { TimeLens } from "./time-lens.tsx";
import { TopicsLens } from "./topics-lens.tsx";
import type { OpenCollection } from "./use-collection.ts";
import "./lenses.css";

export const LENS_PARTS: Readonly<
  Record<CollectionLens, ComponentType<{ readonly open: OpenCollection }>>
> = {
  rows: RowsLens,
  points: PointsLens,
  topics: TopicsLens,
  time: TimeLens,
  differences: DifferenceLens,
  labels: LabelsLens,
  copies: CopiesLens,
  scores: ScoresLens,
};
