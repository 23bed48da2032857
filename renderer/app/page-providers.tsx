import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { queryClient } from "../api/query-client.ts";
import { AnnounceContext, TableContext, ThemeContext } from "../components/page-contexts.ts";
import { refersToOthers, type SubjectTree, subjectTreeOf } from "../model/subject.ts";
import { useEvaluation } from "../state/evaluate-subject.ts";
import { AtlasContext, RetinaContext, useAtlasInUse, useRetinaInUse } from "../state/retina.ts";
import { arrangeTable, useSettings } from "../state/settings.ts";
import { subject } from "../state/subject.ts";
import { useTheme } from "../state/theme.ts";
import { announce } from "../state/toasts.ts";
import { useReferences } from "../state/use-references.ts";
import { EvaluatedSubjectContext, SubjectTreeContext } from "../state/use-subject.ts";

interface ProvidersProps {
  readonly children: ReactNode;
}

/** What many parts of the page read, worked out once for all of them: the retina, its atlas, the subject. */
export function PageProviders({ children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <WithLook>
        <WithRetina>
          <WithAtlas>
            <WithSubject>{children}</WithSubject>
          </WithAtlas>
        </WithRetina>
      </WithLook>
    </QueryClientProvider>
  );
}

/** What components take from the page, which know no store. */
function WithLook({ children }: ProvidersProps) {
  const isComfortable = useSettings((settings) => settings.isComfortable);
  const layouts = useSettings(({ tables }) => tables);
  const look = useMemo(
    () => ({ isComfortable, layouts, arrange: arrangeTable }),
    [isComfortable, layouts],
  );
  return (
    <ThemeContext value={useTheme()}>
      <AnnounceContext value={announce}>
        <TableContext value={look}>{children}</TableContext>
      </AnnounceContext>
    </ThemeContext>
  );
}

function WithRetina({ children }: ProvidersProps) {
  return <RetinaContext value={useRetinaInUse()}>{children}</RetinaContext>;
}

function WithAtlas({ children }: ProvidersProps) {
  return <AtlasContext value={useAtlasInUse()}>{children}</AtlasContext>;
}

function WithSubject({ children }: ProvidersProps) {
  const tree = useTreeInUse();
  return (
    <SubjectTreeContext value={tree}>
      <WithEvaluation tree={tree}>{children}</WithEvaluation>
    </SubjectTreeContext>
  );
}

interface EvaluationProps extends ProvidersProps {
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
