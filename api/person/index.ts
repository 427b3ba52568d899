import type { Job } from '../platform/jobs.ts';

export { PRIVACY_NOTICE_VERSION, recordConsents } from './consents.ts';
export { importPerson } from './import-person.ts';
export { cityById } from './reference.ts';
export { routes } from './routes.ts';
export const jobs: readonly Job[] = [];
export { ANONYMOUS_NAME, personalData } from './personal-data.ts';
