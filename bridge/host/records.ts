// What a host does beside showing forms and passing answers on. A page loads this file once its frame is ready, or with its host if that
// keeps drafts in a storage.

export { audit, readFindings } from "./audit.js";
export { checkAnswers } from "./check.js";
export { loadDraft, saveDraft, sweepDrafts } from "./drafts.js";
export { warnOfHeaders } from "./headers.js";
