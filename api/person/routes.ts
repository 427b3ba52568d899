import { changeConsents, readConsents } from '../consent/consents.ts';
import { fail } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { changePersonData } from './change-person-data.ts';
import { askContactChange, confirmContactChange } from './contact-change.ts';
import { presentPerson } from './present.ts';
import { cities, genders, state, states } from './reference.ts';
import { findPerson } from './store.ts';
import { lookUpZip } from './zip-look-up.ts';

/** Routes for people: own data, contacts, consents, and the reference lists of their forms. */
export const routes = (platform: Platform): Route[] => [
  route('GET /candidate/users/{uuid}/person-data', async ({ tenant, session, params }) => {
    if (params.uuid !== session.uuid) fail('NOT_FOUND');
    const row = await findPerson(platform.db.tenant(tenant.id), session.personId, session.accountId);
    return row ? reply(200, presentPerson(row)) : fail('NOT_FOUND');
  }),
  route('PUT /candidate/users/{personId}/person-data', changePersonData),
  route('GET /candidate/genders', ({ request }) => genders(platform, request)),
  route('GET /candidate/states', ({ request }) => states(platform, request)),
  route('GET /candidate/states/{id}', ({ request, params }) => state(platform, request, params.id)),
  route('GET /candidate/states/{id}/cities', ({ request, params }) => cities(platform, request, params.id)),
  route('GET /candidate/addresses/zip-codes/{zipCode}', lookUpZip),
  route('POST /candidate/users/{personId}/contact-changes', askContactChange),
  route('POST /candidate/users/contact-changes/{changeId}/verify', confirmContactChange),
  route('GET /candidate/users/{uuid}/consents', readConsents),
  route('PUT /candidate/users/{uuid}/consents', changeConsents),
];
