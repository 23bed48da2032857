import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { queryClient } from "../api/query-client.ts";
import { AtlasContext, useAtlasInUse } from "./atlas.ts";
import { useEvaluation } from "./evaluate-subject.ts";
import { RetinaContext, useRetinaInUse } from "./retina.ts";
import { subject } from "./subject.ts";
import { refersToOthers, type SubjectTree, subjectTreeOf } from "./subject-tree.ts";
import { useReferences } from "./use-references.ts";
import { EvaluatedSubjectContext, SubjectTreeContext } from "./use-subject.ts";

interface GroundProps {
  readonly children: ReactNode;
}

/** What many parts of the page read, worked out once for all of them: the retina, its atlas, the subject. */
export function CommonGround({ children }: GroundProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <WithRetina>
        <WithAtlas>
          <WithSubject>{children}</WithSubject>
        </WithAtlas>
      </WithRetina>
    </QueryClientProvider>
  );
}

function WithRetina({ children }: GroundProps) {
  return <RetinaContext value={useRetinaInUse()}>{children}</RetinaContext>;
}

function WithAtlas({ children }: GroundProps) {
  return <AtlasContext value={useAtlasInUse()}>{children}</AtlasContext>;
}

function WithSubject({ children }: GroundProps) {
  const tree = useTreeInUse();
  return (
    <SubjectTreeContext value={tree}>
      <WithEvaluation tree={tree}>{children}</WithEvaluation>
    </SubjectTreeContext>
  );
}

interface EvaluationProps extends GroundProps {
  readonly tree: SubjectTree;
}

function WithEvaluation({ tree, children }: EvaluationProps) {
  return <EvaluatedSubjectContext value={useEvaluation(tree)}>{children}</EvaluatedSubjectContext>;
}

const nothing = () => "";

/** A change of the shelf, the history or the map is none of the subject's unless it refers to them. */
function useTreeInUse(): SubjectTree {
  const now = subject.use();
  const references = useReferences();
  const resolve = useMemo(() => (refersToOthers(now) ? references : nothing), [now, references]);
  return useMemo(() => subjectTreeOf(now, resolve), [now, resolve]);
}
