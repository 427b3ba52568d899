import { randomUUID } from 'node:crypto';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import { liveStreams } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { expectRefusal, make, stolen } from '../../testing/misuse.ts';
import { CANDIDATE_01, PASSWORD } from '../../testing/people.ts';
import { fromConsole } from '../../testing/staff.ts';
import { emit } from '../platform/events.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';

/** Two tenants in one platform, isolated from each other (spec 3.1; T checks). */
let harness: Harness;
/** The same person, with the same document, in both tenants. */
let alfa: FullPerson;
let beta: FullPerson;
type Side = 'alfa' | 'beta';
const HOSTS = {
  alfa: ['alfa.orbita.test', 'cua.alfa.orbita.test', 'epa.alfa.orbita.test'],
  beta: ['beta.orbita.test'],
} as const;
const other = (side: Side): Side => (side === 'alfa' ? 'beta' : 'alfa');

beforeAll(async () => {
  harness = await startHarness();
  alfa = await fullPerson(harness, CANDIDATE_01);
  beta = await fullPerson(
    harness,
    { ...CANDIDATE_01, name: 'Candidata Outra', email: 'outra@exemplo.test' },
    'beta',
  );
});
afterAll(() => harness?.stop());

const whole = (side: Side) => (side === 'alfa' ? alfa : beta);
const tenantOf = async (side: Side) => {
  const tenant = await tenantByAlias(harness.platform, side);
  if (!tenant) throw new Error(`No tenant ${side}`);
  return tenant;
};

/**
 * Values unique to this tenant: names, codes, hosts, colours, contacts, public id, and those of its person.
 */
async function marksOf(side: Side): Promise<string[]> {
  const { id, publicId } = await tenantOf(side);
  const on = harness.platform.db.tenant(id);
  const column = async (statement: ReturnType<typeof sql>) =>
    (await on.many<{ mark: string | null }>(statement)).map(({ mark }) => mark ?? '');
  const marks = [
    publicId,
    `Grupo ${side === 'alfa' ? 'Alfa' : 'Beta'}`,
    `${side}.orbita.test`,
    `@${side}.test`,
    `/assets/${side}/`,
    `"${side}"`,
    whole(side).uuid,
    ...(await column(sql`select name as mark from institution union select code from institution`)),
    ...(await column(sql`select host as mark from tenant_host where host like '%.%.%'`)),
    ...(await column(sql`select distinct theme ->> 'primary' as mark from tenant_host`)),
    ...(await column(sql`select name as mark from course union select description from pole`)),
    ...(await column(sql`select email as mark from person`)),
  ];
  return [...new Set(marks)].filter((mark) => mark.length > 3);
}

/** All answers available without an account, requested with the ids and codes of either tenant. */
async function publicAnswers(client: Client, ids: FullPerson, hosts: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await client.send(method, path, body === undefined ? {} : { body });
    expect(answer.status, `${method} ${path}`).toBeLessThan(500);
    texts.push(
      `${JSON.stringify(answer.body)} ${JSON.stringify([...answer.headers].filter(([name]) => name !== 'x-request-id'))}`,
    );
  };
  const api = '/orbita/api/candidate';
  const { id: institutionId } = await institutionOf(ids);
  for (const host of hosts)
    await ask('GET', `/orbita/api/platform/settings/applications/orbita/hostname/${host}`);
  for (const path of ['/', '/orbita/candidate/', '/orbita/candidate/portal', '/nada', '/assets/nada/s.svg'])
    await ask('GET', path);
  for (const path of [
    '/institutions',
    `/institution/${institutionId}`,
    `/institution/by-code/${ids.institution}`,
    `/institution/${institutionId}/whatsapp-settings?subscriptionId=${ids.subscriptionId}`,
    `/parameters/by-internal-values?iesCode=${ids.institution}`,
    `/parameters/${institutionId}/PrivacyPolicyUrl`,
    `/parameters/${institutionId}/DpoContact`,
    '/offers?pageSize=100',
    `/offers?poleId=${ids.poleId}`,
    '/offers?q=a',
    `/offers/${ids.offerId}/courses`,
    `/offers/${ids.offerId}/poles?c=${ids.courseId}`,
    '/genders',
    '/states',
    '/nada',
    `/documents/links/${randomUUID()}`,
    `/print/${randomUUID()}`,
    `/users/${ids.uuid}/person-data`,
    `/subscriptions/${ids.subscriptionId}/status`,
  ])
    await ask('GET', api + path);
  const auth = `/orbita/api/platform/auth/signin/tenants/${ids.tenant}`;
  await ask('POST', auth, { documentType: 'cpf', document: CANDIDATE_01.cpf, password: 'errada#2026' });
  await ask('POST', auth, {});
  return texts;
}
const institutionOf = async (of: FullPerson) => {
  const { id } = await tenantOf(of.tenant);
  const row = await harness.platform.db.tenant(id).one<{ id: number }>(sql`
    select id from institution where tenant_id = ${id} and code = ${of.institution}`);
  return row ?? { id: 0 };
};

/** Values both tenants share (a default colour, a common word) reveal nothing. */
const onlyOf = async (side: Side) => {
  const theirs = new Set(await marksOf(other(side)));
  return (await marksOf(side)).filter((mark) => !theirs.has(mark));
};

describe.each(['alfa', 'beta'] as const)('an anonymous caller of %s', (side) => {
  it.each(HOSTS[side])('at %s sees nothing of the other tenant, and everything of its own', async (host) => {
    const client = harness.visitor(host);
    const seen = await publicAnswers(client, whole(side), [host]);
    // The caller sends its own ids here, so that only values it did not send count.
    for (const mark of await onlyOf(other(side)))
      for (const text of seen)
        expect(text.toLowerCase(), `${mark} at ${host}`).not.toContain(mark.toLowerCase());
    // The search must be able to find values: those of the own tenant are found.
    const found = (await onlyOf(side)).filter((mark) => seen.some((text) => text.includes(mark)));
    expect(found).toEqual(expect.arrayContaining([whole(side).institution, `"${side}"`, host]));
    expect(found.length).toBeGreaterThan(6);
  });

  it('gets the same answer for ids, codes and hosts of the other tenant as for unknown ones', async () => {
    const client = harness.visitor(HOSTS[side][0]);
    const foreign = whole(other(side));
    const { id: institution } = await institutionOf(foreign);
    const pairs: [string, string][] = [
      [`/institution/${institution}`, '/institution/999999'],
      [`/institution/by-code/${foreign.institution}`, '/institution/by-code/NADA99'],
      [`/institution/${institution}/whatsapp-settings`, '/institution/999999/whatsapp-settings'],
      [
        `/parameters/by-internal-values?iesCode=${foreign.institution}`,
        '/parameters/by-internal-values?iesCode=NADA99',
      ],
      [`/parameters/${institution}/PrivacyPolicyUrl`, '/parameters/999999/PrivacyPolicyUrl'],
      [`/offers/${foreign.offerId}/courses`, '/offers/999999/courses'],
      [`/offers/${foreign.offerId}/poles?c=${foreign.courseId}`, '/offers/999999/poles?c=999999'],
      [`/offers?poleId=${foreign.poleId}`, '/offers?poleId=999999'],
      [
        `/../platform/settings/applications/orbita/hostname/${foreign.host}`,
        '/../platform/settings/applications/orbita/hostname/nada.test',
      ],
    ];
    for (const [theirs, nobodys] of pairs) {
      const answerOf = async (path: string) => {
        const { status, body } = await client.send('GET', `/orbita/api/candidate${path}`);
        return [status, { ...(body as object), traceId: '' }];
      };
      expect(await answerOf(theirs), theirs).toEqual(await answerOf(nobodys));
    }
  });

  it('gets brand images of its own tenant only', async () => {
    const client = harness.visitor(HOSTS[side][0]);
    for (const file of ['s.svg', 'l.svg', 'favicon.png']) {
      expect((await client.send('GET', `/assets/${side}/${file}`)).status, file).toBe(200);
      expect((await client.send('GET', `/assets/${other(side)}/${file}`)).status, file).toBe(404);
      expect((await client.send('GET', `/assets/${side}/../${other(side)}/${file}`)).status, file).toBe(404);
    }
  });

  it('signs in, signs up and requests codes at its own tenant only, whatever the address says', async () => {
    const client = harness.visitor(HOSTS[side][0]);
    const { publicId } = await tenantOf(other(side));
    for (const tenant of [other(side), publicId]) {
      const answer = await client.call('POST /platform/auth/signin/tenants/{tenant}', {
        params: { tenant },
        body: { documentType: 'cpf', document: CANDIDATE_01.cpf, password: PASSWORD },
      });
      expect([answer.status, answer.body.code]).toEqual([403, 'TENANT_MISMATCH']);
    }
  });
});

describe('T8: one document in both tenants', () => {
  it('is two people, each with their own data, account and applications', async () => {
    expect(alfa.uuid).not.toBe(beta.uuid);
    for (const [mine, theirs] of [
      [alfa, beta],
      [beta, alfa],
    ] as const) {
      const data = await mine.client.call('GET /candidate/users/{uuid}/person-data', {
        params: { uuid: mine.uuid },
      });
      expect(data.body.document).toBe(CANDIDATE_01.cpf);
      expect(data.body.name).toBe(mine === alfa ? 'Candidata Um' : 'Candidata Outra');
      const list = await mine.client.call('GET /candidate/users/{uuid}/subscriptions', {
        params: { uuid: mine.uuid },
      });
      expect(JSON.stringify(list.body)).not.toContain(String(theirs.subscriptionId));
    }
  });

  it('can be locked, changed and signed out in one tenant without effect on the other', async () => {
    const wrong = harness.visitor(beta.host);
    for (let tries = 0; tries < 6; tries++) {
      await wrong.call('POST /platform/auth/signin/tenants/{tenant}', {
        params: { tenant: 'beta' },
        body: { documentType: 'cpf', document: CANDIDATE_01.cpf, password: `errada#${tries}` },
      });
    }
    const right = harness.visitor(alfa.host);
    const entered = await right.call('POST /platform/auth/signin/tenants/{tenant}', {
      params: { tenant: 'alfa' },
      body: {
        documentType: 'cpf',
        document: CANDIDATE_01.cpf,
        password: PASSWORD,
        captchaToken: 'simulator-token',
      },
    });
    expect(entered.status, JSON.stringify(entered.body)).toBe(200);
    right.token = entered.body.accessToken;
    expect((await right.call('POST /platform/auth/signout')).status).toBe(204);
    expect((await beta.client.call('GET /candidate/users/check/')).status).toBe(200);
    await alfa.client.call('PUT /candidate/users/{personId}/person-data', {
      params: { personId: alfa.personId },
      body: { socialName: 'Alfa Social' },
    });
    const untouched = await beta.client.call('GET /candidate/users/{uuid}/person-data', {
      params: { uuid: beta.uuid },
    });
    expect(untouched.body.socialName).toBeNull();
  });
});

describe('live sockets', () => {
  const ticketOf = async (who: FullPerson) =>
    (await who.client.call('POST /candidate/events/tickets', { body: {} })).body.ticket;
  const connect = (host: string, ticket: string, stream: keyof typeof liveStreams = 'business') => {
    const received: { subscriptionId: number; type: string }[] = [];
    const socket = new WebSocket(
      `${harness.url.replace('http', 'ws')}/orbita/api${liveStreams[stream]}?ticket=${ticket}`,
      { headers: { 'x-forwarded-host': host } },
    );
    socket.on('error', () => undefined);
    socket.on('message', (data) => received.push(JSON.parse(String(data))));
    const closed = new Promise<number>((done) => socket.once('close', (code) => done(code)));
    return { received, closed, close: () => socket.close() };
  };
  const emitTest = async (who: FullPerson, type: string) => {
    const { id } = await tenantOf(who.tenant);
    await harness.platform.db.write(id, (tx) =>
      emit(tx, harness.platform, { stream: 'business', type, subscriptionId: who.subscriptionId, data: {} }),
    );
  };

  it('open with a ticket of their own tenant only', async () => {
    expect(await connect(alfa.host, await ticketOf(beta)).closed).not.toBe(1000);
    expect(await connect(beta.host, await ticketOf(alfa)).closed).not.toBe(1000);
    const refused = await alfa.client.call('POST /candidate/events/tickets', {
      body: { subscriptionIds: [beta.subscriptionId] },
    });
    expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('receive events of their own tenant only', async () => {
    const lines = [
      [alfa, connect(alfa.host, await ticketOf(alfa))],
      [beta, connect(beta.host, await ticketOf(beta))],
    ] as const;
    // The server listens a moment after the socket is open, so events are sent until both have received one.
    await expect
      .poll(async () => {
        for (const [who] of lines) await emitTest(who, 'subscription.test');
        return lines.every(([, line]) => line.received.length > 0);
      })
      .toBe(true);
    for (const [who, line] of lines) {
      expect(new Set(line.received.map(({ subscriptionId }) => subscriptionId))).toEqual(
        new Set([who.subscriptionId]),
      );
      line.close();
    }
  });
});

it('a call with the headers of one tenant at a host of the other is refused before anything else', async () => {
  const { publicId } = await tenantOf('alfa');
  for (const key of [
    'GET /candidate/institutions',
    'GET /candidate/offers',
    'GET /candidate/states',
  ] as CallKey[]) {
    for (const [name, value] of [
      ['x-tenant-alias', 'alfa'],
      ['x-tenant-id', publicId],
    ] as const) {
      const headers = { [name]: value };
      const answer = await harness.visitor(beta.host).call(key as 'GET /candidate/states', { headers });
      expect([answer.status, answer.body.code], key).toEqual([403, 'TENANT_MISMATCH']);
    }
  }
});

describe('S15: a token of one tenant at the host of the other', () => {
  /** Calls without a host are the same for everybody. */
  const keys = (Object.keys(calls) as CallKey[]).filter(
    (key) => ['candidate', 'public'].includes(callOf(key).auth) && !key.endsWith('/health'),
  );

  it('is refused by every call of pages, with the right companion and without, and changes nothing', async () => {
    await withoutTrace(harness, async () => {
      for (const [holder, host] of [
        [alfa, beta.host],
        [beta, alfa.host],
      ] as const)
        for (const key of keys)
          for (const cookies of [true, false])
            expectRefusal(
              await make(stolen(harness, holder, { host, cookies }), key, {
                headers: { 'idempotency-key': randomUUID(), ...fromConsole(host) },
                ...(callOf(key).body ? { body: {} } : {}),
              }),
              key,
              403,
              'TENANT_MISMATCH',
            );
    });
  });

  it('is refused in the same way once it has expired', async () => {
    const before = harness.clock.now();
    const late = stolen(harness, alfa, { host: beta.host });
    harness.clock.set(new Date(before.getTime() + 30 * 24 * 3600_000));
    const answer = await late.call('GET /candidate/users/check/');
    harness.clock.set(before);
    expect([answer.status, answer.body.code]).toEqual([403, 'TENANT_MISMATCH']);
  });

  it('counts as no token when it was forged', async () => {
    const [head, claims] = (alfa.client.token ?? '').split('.');
    for (const made of [`${head}.${claims}.AAAA`, `${head}.${claims}.`, `eyJhbGciOiJub25lIn0.${claims}.`]) {
      const client = stolen(harness, alfa, { host: beta.host, token: made });
      const refused = await client.call('GET /candidate/users/check/');
      expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHENTICATED']);
      expect((await client.call('GET /candidate/states')).status).toBe(200);
    }
  });
});
