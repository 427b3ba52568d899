import type { Route } from '../platform/http/route.ts';
import type { House } from '../platform/house.ts';
import type { Job } from '../platform/jobs.ts';

export { parameterOf, type ParameterPlace, parametersOf } from './parameters.ts';
export { type HostFacts, type HostSettings, hostFacts } from './settings.ts';

export const routes = (_house: House): Route[] => [];
export const jobs: readonly Job[] = [];
