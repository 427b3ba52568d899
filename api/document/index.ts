import type { Job } from '../platform/jobs.ts';
import { scanJobs } from './scan.ts';

export { readDocumentFile } from './download.ts';
export { serveFileLinks } from './link.ts';
export { changeSelectionDocuments, prepareDocuments } from './prepare.ts';
export { type ReviewCommand, type Reviewed, reviewDocument, reviewDocumentIn } from './review.ts';
export { routes } from './routes.ts';
export { scanFile } from './scan.ts';
export const jobs: readonly Job[] = scanJobs;
export { personalData } from './personal-data.ts';
