import type { Job } from '../platform/jobs.ts';

export { applyCatalogue, exportCatalogue, planCatalogue } from './catalogue/apply.ts';
export { type List, listPage } from './list-page.ts';
export { type ListQuery, ownedBy, pageOf, pagingOf } from './lists.ts';
export { loadReference } from './provisioning/reference.ts';
export { routes } from './routes.ts';
export const jobs: readonly Job[] = [];
