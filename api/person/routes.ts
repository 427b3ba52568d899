import type { House } from '../platform/house.ts';
import { fail } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { changePersonData } from './change-person-data.ts';
import { changeConsents, readConsents } from './consents.ts';
import { askContactChange, confirmContactChange } from './contact-change.ts';
import { presentPerson } from './present.ts';
import { cities, genders, state, states } from './reference.ts';
import { findPerson } from './store.ts';
import { lookUpZip } from './zip-look-up.ts';

/** What person answers: own data, contacts, consents, and the reference lists their forms need. */
export const routes = (house: House): Route[] => [
  route('GET /candidate/users/{uuid}/person-data', async ({ tenant, session, params }) => {
    if (params.uuid !== session.uuid) fail('NOT_FOUND');
    const row = await findPerson(house.db.tenant(tenant.id), tenant.id, session.personId, session.accountId);
    return row ? reply(200, presentPerson(row)) : fail('NOT_FOUND');
  }),
  route('PUT /candidate/users/{personId}/person-data', changePersonData),
  route('GET /candidate/genders', ({ request }) => genders(house, request)),
  route('GET /candidate/states', ({ request }) => states(house, request)),
  route('GET /candidate/states/{id}', ({ request, params }) => state(house, request, params.id)),
  route('GET /candidate/states/{id}/cities', ({ request, params }) => cities(house, request, params.id)),
  route('GET /candidate/addresses/zip-codes/{zipCode}', lookUpZip),
  route('POST /candidate/users/{personId}/contact-changes', askContactChange),
  route('POST /candidate/users/contact-changes/{changeId}/verify', confirmContactChange),
  route('GET /candidate/users/{uuid}/consents', readConsents),
  route('PUT /candidate/users/{uuid}/consents', changeConsents),
];
