import sql from 'sql-template-tag';
import { alfa } from './applicant.ts';
import type { Client, Harness } from './harness.ts';
import { bodyOf, pixCharge, signUp } from './journey.ts';
import { inventedPerson } from './people.ts';
import { openCharge, requestPlace } from './requests.ts';

/** A person with an application at the school of postgraduate studies. */
export type Postgraduate = { client: Client; id: number; personId: number; email: string };

type Place = { offer: number; course: number; pole: number; institution: string };

/** First course and pole of an offer, by its code. */
export async function placeOf(harness: Harness, code: string): Promise<Place> {
  const tenantId = await alfa(harness);
  const row = await harness.platform.db.tenant(tenantId).one<Place>(sql`
    select o.id as offer, ocp.course_id as course, ocp.pole_id as pole, i.code as institution
    from offer o join institution i on i.tenant_id = o.tenant_id and i.id = o.institution_id
    join offer_course_pole ocp on ocp.tenant_id = o.tenant_id and ocp.offer_id = o.id
    where o.tenant_id = ${tenantId} and o.code = ${code} limit 1`);
  if (!row) throw new Error(`No offer ${code}`);
  return row;
}

/** Applies to an offer by its code, with a first degree. */
async function applyTo(harness: Harness, client: Client, code: string): Promise<number> {
  const { offer, course, pole, institution } = await placeOf(harness, code);
  const choice = { institutionCode: institution, offerId: offer, courseId: course, poleId: pole };
  return bodyOf(await requestPlace(client, choice, { schooling: { level: 'degree' } })).id;
}

/** A new person, the n-th invented one, who has just applied to an offer by its code. */
export async function postgraduate(harness: Harness, code: string, n: number): Promise<Postgraduate> {
  const client = harness.visitor('epa.alfa.orbita.test');
  const person = inventedPerson(n);
  const { personId } = await signUp(client, person);
  return { client, id: await applyTo(harness, client, code), personId, email: person.email };
}

/** Waives the fee with a voucher (TR-11). */
export async function waiveFee({ client, id }: Postgraduate): Promise<void> {
  bodyOf(await openCharge(client, id, { ...(await pixCharge(client, id, 'tax')), voucher: 'TAXAZERO' }));
}
