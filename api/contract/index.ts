import type { Job } from '../platform/jobs.ts';
import { sealJob } from './seal-job.ts';

export { renderOrRefuse } from './accept.ts';
export { cleanHtml } from './clean-html.ts';
export { EVIDENCE_NOTE, EVIDENCE_TITLE, type EvidencePage, evidenceLines } from './evidence.ts';
export { contractTextProblems } from './placeholders.ts';
export { type RenderedContract, renderContract } from './render.ts';
export { routes } from './routes.ts';
export { type AcceptanceCopy, findAcceptance } from './store.ts';
export { escapeHtml } from './template.ts';
export { contractParts } from './terms.ts';
export const jobs: readonly Job[] = [sealJob];
export { personalData } from './personal-data.ts';
