import type { House } from '../platform/house.ts';
import type { Route } from '../platform/http/route.ts';
import type { Job } from '../platform/jobs.ts';
import type { PersonalTable } from '../platform/personal-data.ts';

export const routes = (_house: House): Route[] => [];
export const jobs: readonly Job[] = [];
export const personalData: readonly PersonalTable[] = [];
