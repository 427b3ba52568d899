import type { Job } from '../platform/jobs.ts';

export { health } from './health.ts';
export {
  CATALOGUE_CHANNEL,
  type FoundHost,
  findHost,
  forgetHosts,
  tenantByAlias,
  tenantById,
  tenantByPublicId,
} from './hosts.ts';
export { institutionByCode, institutionById } from './institutions.ts';
export { remember } from './memory.ts';
export { type ParameterPlace, parameterOf, parametersOf } from './parameters.ts';
export { routes } from './routes.ts';
export { type HostFacts, type HostSettings, hostFacts } from './settings.ts';
export { supportPhone, whatsappLink } from './support.ts';
export const jobs: readonly Job[] = [];
