import * as about from "./endpoints/app-about.ts";
import * as appCluster from "./endpoints/app-cluster.ts";
import * as collectionAnalyses from "./endpoints/app-collection-analyses.ts";
import * as collectionFiles from "./endpoints/app-collection-files.ts";
import * as collectionLabels from "./endpoints/app-collection-labels.ts";
import * as collectionRows from "./endpoints/app-collection-rows.ts";
import * as collections from "./endpoints/app-collections.ts";
import * as appCompare from "./endpoints/app-compare.ts";
import * as explore from "./endpoints/app-explore.ts";
import * as filters from "./endpoints/app-filters.ts";
import * as jobs from "./endpoints/app-jobs.ts";
import * as appRetinas from "./endpoints/app-retinas.ts";
import * as appTerms from "./endpoints/app-terms.ts";
import * as appText from "./endpoints/app-text.ts";
import * as workspace from "./endpoints/app-workspace.ts";
import * as classify from "./endpoints/classify.ts";
import * as compare from "./endpoints/compare.ts";
import * as expressions from "./endpoints/expressions.ts";
import * as image from "./endpoints/image.ts";
import * as retinas from "./endpoints/retinas.ts";
import * as terms from "./endpoints/terms.ts";
import * as text from "./endpoints/text.ts";

/** Everything the service can do. Adding a line here asks for a handler, and nothing else. */
export const endpoints = {
  "retinas.list": retinas.list,
  "terms.list": terms.list,
  "terms.contexts": terms.contexts,
  "terms.similar": terms.similar,
  "text.fingerprint": text.fingerprintOf,
  "text.keywords": text.keywords,
  "text.tokenize": text.tokenize,
  "text.slices": text.slices,
  "text.bulk": text.bulk,
  "text.language": text.detectLanguage,
  "expressions.evaluate": expressions.evaluate,
  "expressions.contexts": expressions.contexts,
  "expressions.similar": expressions.similar,
  "expressions.evaluateBulk": expressions.evaluateBulk,
  "expressions.contextsBulk": expressions.contextsBulk,
  "expressions.similarBulk": expressions.similarBulk,
  "compare.pair": compare.pair,
  "compare.bulk": compare.bulk,
  "image.draw": image.draw,
  "image.compare": image.compare,
  "image.bulk": image.bulk,
  "classify.createFilter": classify.createFilter,
  "app.complete": appTerms.complete,
  "app.term": appTerms.term,
  "app.cell": appTerms.cell,
  "app.atlas": appTerms.atlas,
  "app.evaluate": explore.evaluate,
  "app.explore": explore.explore,
  "app.regionTerms": explore.regionTerms,
  "app.compare": appCompare.compare,
  "app.explainMatch": appCompare.explainMatch,
  "app.words": appText.words,
  "app.textBench": appText.textBench,
  "app.filterReport": filters.filterReport,
  "app.filterScore": filters.filterScore,
  "app.jobStart": jobs.jobStart,
  "app.jobs": jobs.jobs,
  "app.jobCancel": jobs.jobCancel,
  "app.cluster": appCluster.cluster,
  "app.retinaCards": appRetinas.retinaCards,
  "app.retinaInstall": appRetinas.retinaInstall,
  "app.retinaVerify": appRetinas.retinaVerify,
  "app.retinaRemove": appRetinas.retinaRemove,
  "app.folders": appRetinas.folders,
  "app.readers": appRetinas.readers,
  "app.readerRate": appRetinas.readerRate,
  "app.trainingKeep": appRetinas.trainingKeep,
  "app.trainingDiscard": appRetinas.trainingDiscard,
  "app.workspaceLoad": workspace.workspaceLoad,
  "app.workspaceSave": workspace.workspaceSave,
  "app.filters": workspace.savedFilters,
  "app.filter": workspace.savedFilter,
  "app.workspaceRelease": workspace.workspaceRelease,
  "app.about": about.about,
  "app.health": about.health,
  "app.collections": collections.collections,
  "app.collectionRemove": collections.collectionRemove,
  "app.collectionRoles": collections.collectionRoles,
  "app.collectionUpload": collectionFiles.collectionUpload,
  "app.collectionPreview": collections.collectionPreview,
  "app.collectionQuery": collectionRows.collectionQuery,
  "app.collectionHeat": collectionRows.collectionHeat,
  "app.collectionFacet": collectionRows.collectionFacet,
  "app.collectionPoints": collectionRows.collectionPoints,
  "app.collectionHistogram": collectionRows.collectionHistogram,
  "app.collectionTimeline": collectionRows.collectionTimeline,
  "app.collectionTopics": collectionAnalyses.collectionTopics,
  "app.collectionTopicNotes": collectionAnalyses.collectionTopicNotes,
  "app.collectionDifference": collectionAnalyses.collectionDifference,
  "app.collectionGroups": collectionAnalyses.collectionGroups,
  "app.collectionWord": collectionAnalyses.collectionWord,
  "app.collectionWordSenses": collectionAnalyses.collectionWordSenses,
  "app.collectionNearCopies": collectionAnalyses.collectionNearCopies,
  "app.collectionLabel": collectionLabels.collectionLabel,
  "app.collectionLearn": collectionLabels.collectionLearn,
  "app.collectionClassify": collectionLabels.collectionClassify,
  "app.collectionScoreName": collectionLabels.collectionScoreName,
  "app.collectionLabelQueue": collectionLabels.collectionLabelQueue,
  "app.collectionAudit": collectionLabels.collectionAudit,
  "app.collectionScores": collectionLabels.collectionScores,
  "app.collectionExport": collectionRows.collectionExport,
} as const;

/** Every path of the contract begins with this one. */
export const BASE_PATH = "/rest";

/** Every endpoint name, in the order of the reference. */
export const names = Object.keys(endpoints) as readonly (keyof typeof endpoints)[];

/** Whether a caller's string names an endpoint; `__proto__` and its like do not. */
export function isName(name: unknown): name is keyof typeof endpoints {
  return typeof name === "string" && Object.hasOwn(endpoints, name);
}
