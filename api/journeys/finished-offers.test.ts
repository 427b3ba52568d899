import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webSources } from '../../scripts/web-sources.ts';
import type { Client } from '../../testing/client.ts';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { bodyOf, findCourse } from '../../testing/journey.ts';
import { inventedPerson, type Traveller } from '../../testing/people.ts';
import { requestPlace } from '../../testing/requests.ts';
import { sample } from '../../testing/sample.ts';
import { wholeWay } from '../../testing/whole-way.ts';

/** Every offer of the demo catalogue, in `npm test` every third of a host, is finished by a candidate with what the pages of the product call. */
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());

const HOSTS = ['cua.alfa.orbita.test', 'epa.alfa.orbita.test', 'beta.orbita.test'];
/** Offers of a host by their names, as its portal shows them. */
const offersOf = async (host: string) => {
  const query = { pageSize: 100 };
  return bodyOf(await harness.visitor(host).call('GET /candidate/offers', { query })).data;
};

const candidate = (n: number): Traveller => {
  const { cpf, ...person } = inventedPerson(7000 + n);
  return { ...person, documentType: 'cpf', document: cpf };
};

/** Notes which calls of the protocol a client makes. */
function noted(client: Client, made: Set<string>): void {
  const call = client.call.bind(client);
  client.call = (key, options) => {
    made.add(key);
    return call(key, options);
  };
}

describe.each(HOSTS)('offers of %s', (host) => {
  it('can be completed by a candidate alone', async () => {
    const { arrive, travel, walk } = wholeWay(harness);
    const made = new Set<string>();
    await travel(T0);
    const offers = await offersOf(host);
    expect(offers.length).toBeGreaterThan(0);
    for (const offer of sample(offers, 3)) {
      await travel(T0);
      const who = await arrive(candidate(offer.id), host);
      noted(who.client, made);
      const level = [2, 4].includes(offer.type) ? 'degree' : 'high-school';
      const choice = { type: offer.type, ingress: offer.ingressMode.kind, q: offer.courses[0]?.name ?? '' };
      const course = await findCourse(who.client, choice, {
        offer: offer.id,
        institution: offer.institutionCode,
      });
      who.id = bodyOf(await requestPlace(who.client, course, { schooling: { level } })).id;
      const pages = await walk(who).catch((cause: Error) => {
        throw new Error(`${offer.name}: ${cause.message}`, { cause });
      });
      expect([offer.name, pages.at(-1)]).toEqual([offer.name, 'enrolled']);
    }
    const sources = webSources();
    expect([...made].filter((key) => !sources.includes(`'${key}'`))).toEqual([]);
  });
});

it('are all existing offers', async () => {
  const listed = (await Promise.all(HOSTS.map(offersOf))).flat().map(({ id }) => id);
  const all = [];
  for (const tenantId of await harness.platform.db.tenantIds()) {
    const on = harness.platform.db.tenant(tenantId);
    all.push(...(await on.many<{ id: number }>(sql`select id from offer where tenant_id = ${tenantId}`)));
  }
  expect([...new Set(listed)].sort()).toEqual(all.map(({ id }) => id).sort());
});
