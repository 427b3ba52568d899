import { type Route, reply, route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { accessKeyRoutes } from './access-keys.ts';
import { handOver } from './handoffs.ts';

/** The institution's routes for links that sign a person in (spec 17.2). */
export const teamRoutes = (platform: Platform): Route[] => [
  ...accessKeyRoutes(platform),
  route('POST /operations/handoffs', async ({ tenant, service, body }) =>
    reply(201, await handOver(platform, tenant, service, body())),
  ),
];
