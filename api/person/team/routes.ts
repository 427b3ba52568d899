import { ok, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { contactRoutes } from './contacts.ts';
import { documentCaseRoutes } from './document-cases.ts';
import { heldContactRoutes } from './held-contacts.ts';
import { identityRoutes } from './identity.ts';
import { showPerson } from './page.ts';

/** Routes of the institution about people (spec 17.2). */
export const teamRoutes = (platform: Platform): Route[] => [
  ok('GET /operations/persons/{personId}', (ctx) => showPerson(ctx, platform, ctx.params.personId)),
  ...contactRoutes(platform),
  ...documentCaseRoutes(platform),
  ...heldContactRoutes(platform),
  ...identityRoutes(platform),
];
