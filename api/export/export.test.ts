// Longer than other files: each list is exported from the same prepared college, in both formats.
import { read as readBook, utils } from '@e965/xlsx';
import { columnsOf, EXPORT_LIST_NAMES } from '@orbita/domain/export';
import type { Body } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { bodyOf } from '../../testing/journey.ts';
import { personAt, type Standing } from '../../testing/person-at.ts';
import { type Grants, staffIn } from '../../testing/staff.ts';
import { teamLine, ticketFor } from '../../testing/team-socket.ts';
import { until } from '../../testing/until.ts';

const HOUR_MS = 3600_000;
const LINK = '=HYPERLINK("https://malicioso.test";"x")';
const COMMAND = "+cmd|' /C calc'!A0";

let harness: Harness;
let tenantId: number;
let lia: Client;
let liaId: number;
let who: Standing;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
  ({ client: lia, staffId: liaId } = await staffIn(harness, [{ role: 'gestao' }]));
  who = await personAt(harness, 'payment');
  for (let more = 0; more < 4; more++) await personAt(harness, 'payment');
});
afterAll(() => harness?.stop());
beforeEach(() =>
  on().many(sql`
    update export_job set state = 'cancelled', lease_until = null
    where tenant_id = ${tenantId} and state in ('waiting', 'running') returning id`),
);

type Wish = Partial<Body<'POST /operations/exports'>>;
const on = () => harness.platform.db.tenant(tenantId);
const ask = (wish: Wish = {}, client = lia) =>
  client.call('POST /operations/exports', {
    body: {
      list: 'subscriptions',
      query: {},
      format: 'csv',
      columns: ['number', 'status'],
      ...wish,
    } as never,
  });
const job = async (id: number, client = lia) =>
  bodyOf(await client.call('GET /operations/exports/{id}', { params: { id } }));
const open = (id: number, client = lia) =>
  client.call('GET /operations/exports/{id}/file', { params: { id } });
const cancel = (id: number, client = lia) =>
  client.call('DELETE /operations/exports/{id}', { params: { id } });
const made = async (wish: Wish = {}, client = lia): Promise<number> => {
  const { status, body } = await ask(wish, client);
  if (status !== 202) throw new Error(JSON.stringify(body));
  await harness.platform.jobs.run('export');
  return body.id;
};
/** Bytes of a file, which the test client would read as text. */
const bytesOf = async (id: number, client = lia): Promise<Buffer> => {
  const response = await fetch(`${harness.url}/orbita/api/operations/exports/${id}/file`, {
    headers: {
      ...client.headers,
      'x-forwarded-host': 'cua.alfa.orbita.test',
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const linesOf = (text: unknown): string[] => String(text).replace('\ufeff', '').split('\r\n').filter(Boolean);
const staff = (grants: Grants) => staffIn(harness, grants);

describe('an exported file', () => {
  it('has every row of the list, as an attachment with its own name', async () => {
    const id = await made();
    expect(await job(id)).toMatchObject({ list: 'subscriptions', state: 'ready', rows: 5, estimated: 5 });
    const { status, headers, body } = await open(id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''orbita-inscricoes-2026-01-12.csv",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = await bytesOf(id);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, ...rows] = linesOf(body);
    expect(head).toBe('"Inscrição";"Situação"');
    expect(rows).toHaveLength(5);
    expect(rows).toContain(`${who.id};"Matrícula pendente"`);
    const { data } = bodyOf(await lia.call('GET /operations/subscriptions'));
    expect(rows.map((row) => Number(row.split(';')[0])).sort()).toEqual(data.map(({ id }) => id).sort());
  });

  it('follows the filters of the list and the selected columns', async () => {
    const { data } = bodyOf(await lia.call('GET /operations/subscriptions', { query: { state: '6' } }));
    const id = await made({ query: { state: '6' }, columns: ['created', 'number', 'campaign', 'waiting'] });
    const [head, ...rows] = linesOf((await open(id)).body);
    expect(head).toBe('"Inscrição";"Na situação desde";"Criada em";"Campanha"');
    expect(rows).toHaveLength(data.length);
    const nobody = await made({ query: { state: '13', offer: 'NADA' } });
    expect(linesOf((await open(nobody)).body)).toHaveLength(1);
  });

  it('is not made of all rows when a filter name is unknown', async () => {
    for (const list of EXPORT_LIST_NAMES) {
      const { status, body } = await ask({ list, query: { status: '7' }, columns: ['number'] } as never);
      expect([list, status, body.errors?.map(({ field }) => field)]).toEqual([list, 422, ['query.status']]);
      expect(body.errors?.[0]?.message).toMatch(
        list === 'audit'
          ? /Os conhecidos são: .*kind.*updatedSince/
          : /Os conhecidos são: .*institution.*state.*updatedSince/,
      );
    }
  });

  it('has names only with a reason and after a fresh sign-in, and keeps the reason permanently', async () => {
    const personal = { columns: ['number', 'name', 'document'] } as Wish;
    expect((await ask(personal)).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'reason' }],
    });
    expect((await ask({ ...personal, reason: 'ab' })).status).toBe(422);
    const reason = 'Ligar para quem parou no contrato';
    const id = await made({ ...personal, reason });
    expect((await job(id)).reason).toBe(reason);
    expect(linesOf((await open(id)).body).at(-1)).toMatch(/^\d+;"[^"]+";"\d{3}\.\d{3}\.\d{3}-\d{2}"$/);
    const { client: mia } = await staff([{ role: 'gestao' }]);
    harness.clock.set(new Date(harness.clock.now().getTime() + 11 * 60_000));
    expect((await ask({ ...personal, reason }, mia)).body).toMatchObject({ code: 'REAUTH_REQUIRED' });
    expect((await ask({}, mia)).status).toBe(202);
  });

  it('opens in a spreadsheet without formulas, whatever people typed', async () => {
    await on().one(sql`
      update subscription set tracking = ${JSON.stringify({ utmCampaign: LINK })}::jsonb
      where tenant_id = ${tenantId} and id = ${who.id} returning id`);
    await on().one(sql`
      update person set name = ${COMMAND}, social_name = null where tenant_id = ${tenantId} and id = ${who.personId}
      returning id`);
    const { client: mia } = await staff([{ role: 'gestao' }]);
    const wish = { columns: ['number', 'name', 'campaign'], reason: 'Conferência' } as Wish;
    for (const format of ['csv', 'xlsx'] as const) {
      const book = readBook(await bytesOf(await made({ ...wish, format }, mia), mia), { type: 'buffer' });
      const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
      const cells = Object.entries(sheet).filter(([place]) => /^[A-Z]+\d+$/.test(place));
      expect(cells.length).toBeGreaterThan(6);
      for (const [place, cell] of cells)
        expect([format, place, cell.f, cell.l]).toEqual([format, place, undefined, undefined]);
      const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
      expect(rows[0]).toEqual(['Inscrição', 'Nome', 'Campanha']);
      expect(rows).toContainEqual([who.id, `'${COMMAND}`, `'${LINK}`]);
    }
  });

  it.each(EXPORT_LIST_NAMES)('of %s has every selectable column', async (list) => {
    const { client } = await staff([
      ...(['gestao', 'secretaria', 'coordenacao', 'administracao'] as const).map((role) => ({ role })),
    ]);
    const columns = columnsOf(list);
    const wish = { list, columns: columns.map(({ key }) => key), reason: 'Conferência' } as never;
    const id = await made(wish, client);
    expect((await job(id, client)).state).toBe('ready');
    const [head, ...rows] = linesOf((await open(id, client)).body);
    expect(head).toBe(columns.map(({ label }) => `"${label}"`).join(';'));
    const cellsOf = (row: string) => row.replaceAll(/"(?:[^"]|"")*"/g, '').split(';');
    for (const row of rows) expect(cellsOf(row)).toHaveLength(columns.length);
  });

  it('of documents and essays has what their lists show, and nothing about the authors', async () => {
    const { client } = await staff([{ role: 'secretaria' }, { role: 'coordenacao' }, { role: 'financeiro' }]);
    for (const [list, columns] of [
      ['documents', ['number', 'application', 'document', 'state', 'due', 'required', 'stage']],
      ['essays', ['number', 'theme', 'course', 'state', 'delivered', 'due', 'timedOut']],
    ] as const) {
      const { data } = bodyOf(await client.call(`GET /operations/${list}`));
      const id = await made({ list, columns } as never, client);
      const rows = linesOf((await open(id, client)).body).slice(1);
      expect(rows.map((row) => Number(row.split(';')[0])).sort()).toEqual(data.map(({ id }) => id).sort());
    }
    expect((await ask({ list: 'essays', columns: ['application'] } as never, client)).status).toBe(422);
    expect((await ask({ list: 'essays', columns: ['name'] } as never, client)).status).toBe(422);
  });
});

describe('a person who exports a list', () => {
  it('also needs the permission for the list', async () => {
    expect((await ask({ list: 'documents', columns: ['number'] } as never)).body).toMatchObject({
      code: 'FORBIDDEN',
    });
    const { client: bia } = await staff([{ role: 'secretaria' }]);
    expect((await ask({}, bia)).body).toMatchObject({ code: 'FORBIDDEN' });
    // A role in one institution and a role in another do not combine to both in both.
    const { client: caio } = await staff([
      { role: 'secretaria', institutions: ['CUA01'] },
      { role: 'financeiro', institutions: ['EPA01'] },
    ]);
    expect((await ask({ list: 'documents', columns: ['number'] } as never, caio)).status).toBe(403);
  });

  it('exports lists without an institution only with access to all of them, and names of the team with a reason', async () => {
    const wish = { list: 'audit', columns: ['number', 'act'], query: { kind: 'change' } } as never;
    const { client: part } = await staff([{ role: 'administracao', institutions: ['CUA01'] }]);
    expect((await ask(wish, part)).body).toMatchObject({ code: 'FORBIDDEN' });
    const { client: ada } = await staff([{ role: 'administracao' }]);
    const rows = linesOf((await open(await made(wish, ada), ada)).body);
    expect(rows[0]).toBe('"Linha";"O que fez"');
    expect(rows.some((row) => row.endsWith(';"Aceitou um convite"'))).toBe(false);
    expect(rows.some((row) => row.endsWith(';"Convidou alguém para a equipe"'))).toBe(true);
    expect((await ask({ list: 'audit', columns: ['who'] } as never, ada)).status).toBe(422);
  });

  it('gets rows of their own institutions only', async () => {
    const { client } = await staff([{ role: 'gestao', institutions: ['EPA01'] }]);
    expect((await ask({ query: { institution: 'CUA01' } }, client)).status).toBe(403);
    expect(linesOf((await open(await made({}, client), client)).body)).toHaveLength(1);
  });

  it('opens only their own files, and sees none of others', async () => {
    const id = await made();
    const { client: ivo } = await staff([{ role: 'financeiro' }]);
    const { client: strange } = await staffIn(harness, [{ role: 'gestao' }], 'beta');
    for (const other of [ivo, strange, harness.operations]) {
      expect((await open(id, other)).body).toMatchObject({ code: 'NOT_FOUND' });
      expect((await cancel(id, other)).status).toBe(404);
      expect((await other.call('GET /operations/exports/{id}', { params: { id } })).status).toBe(404);
      expect(bodyOf(await other.call('GET /operations/exports')).map((one) => one.id)).not.toContain(id);
    }
    expect(bodyOf(await lia.call('GET /operations/exports'))[0]?.id).toBe(id);
  });

  it('must still have both permissions when opening it, for everything in it', async () => {
    const { client, staffId } = await staff([{ role: 'gestao' }]);
    const id = await made({}, client);
    const now = (grants: Grants) =>
      harness.operations.call('PUT /operations/staff/{staffId}/grants', {
        params: { staffId },
        body: { grants },
      });
    await now([{ role: 'gestao', institutions: ['CUA01'] }]);
    expect((await open(id, client)).body).toMatchObject({ code: 'FORBIDDEN' });
    await now([{ role: 'secretaria' }]);
    expect((await open(id, client)).body).toMatchObject({ code: 'FORBIDDEN' });
    await now([{ role: 'gestao' }]);
    expect((await open(id, client)).status).toBe(200);
  });

  it('is recorded in the audit log for every opening', async () => {
    const id = await made();
    await open(id);
    await open(id);
    const rows = await on().many<{ outcome: number }>(sql`
      select outcome from audit_log where tenant_id = ${tenantId} and staff_id = ${liaId}
        and action = 'GET /operations/exports/{id}/file' and subject like ${`%/exports/${id}/file`}`);
    expect(rows).toEqual([{ outcome: 200 }, { outcome: 200 }]);
  });
});

describe('a file being made', () => {
  const taken = async (times: number, lease: Date) => {
    const { body } = await ask();
    await on().one(sql`
      update export_job set state = 'running', attempt = ${times}::int, rows = 5000,
        lease_until = ${lease}::timestamptz where tenant_id = ${tenantId} and id = ${body.id} returning id`);
    return body.id;
  };
  /** Leases expire by the wall clock, which a test's frozen clock does not affect. */
  const inMs = (ms: number) => new Date(harness.platform.clock.wall() + ms);
  const past = () => inMs(-60_000);

  it('is one per person; another waits until it is done', async () => {
    const { body } = await ask();
    expect((await ask()).body).toMatchObject({
      code: 'EXPORT_RUNNING',
      message: 'Você já tem uma exportação em andamento.',
    });
    expect((await cancel(body.id)).status).toBe(204);
    expect((await job(body.id)).state).toBe('cancelled');
    expect((await open(body.id)).status).toBe(404);
    expect((await ask()).status).toBe(202);
  });

  it('is requested once per key', async () => {
    const once = () =>
      lia.call('POST /operations/exports', {
        body: { list: 'subscriptions', query: {}, format: 'csv', columns: ['number'] },
        headers: { 'idempotency-key': 'lista' },
      });
    const first = await once();
    expect([first.status, (await once()).body]).toEqual([202, first.body]);
  });

  it("publishes its progress to the requester's pages, and to nobody else", async () => {
    const { client: ivo } = await staff([{ role: 'gestao' }]);
    const [line, other] = [
      teamLine(harness.url, await ticketFor(lia)),
      teamLine(harness.url, await ticketFor(ivo)),
    ];
    await Promise.all([line.opened, other.opened]);
    const id = await made();
    const of = () => line.events.filter(({ type }) => type === 'export.progress').map(({ data }) => data);
    await until(
      async () => of(),
      (events) => events.some(({ state }) => state === 'ready'),
    );
    expect(of()).toContainEqual({ id, rows: 5, state: 'ready' });
    expect(other.types()).not.toContain('export.progress');
    line.close();
    other.close();
  });

  it('waits while three of the tenant are being made', async () => {
    const later = inMs(60_000);
    for (let busy = 0; busy < 3; busy++)
      await on().one(sql`
        insert into export_job (tenant_id, asker, list, format, query, columns, state, attempt, lease_until, created_at)
        values (${tenantId}, ${`token:${900 + busy}`}, 'documents', 'csv', '{}', '["number"]', 'running', 1,
          ${later}::timestamptz, ${harness.clock.now()}::timestamptz) returning id`);
    const { body } = await ask();
    await harness.platform.jobs.run('export');
    expect((await job(body.id)).state).toBe('waiting');
    await on().many(sql`
      update export_job set state = 'cancelled', lease_until = null
      where tenant_id = ${tenantId} and asker like 'token:90%' returning id`);
    await harness.platform.jobs.run('export');
    expect((await job(body.id)).state).toBe('ready');
  });

  it('starts again from its beginning when its process died', async () => {
    const id = await taken(1, past());
    await harness.platform.jobs.run('export');
    expect(await job(id)).toMatchObject({ state: 'ready', rows: 5 });
    expect(linesOf((await open(id)).body)).toHaveLength(6);
  });

  it('fails when several processes died over it, and never offers half of it', async () => {
    const id = await taken(3, past());
    await harness.platform.jobs.run('export');
    expect((await job(id)).state).toBe('failed');
    expect((await open(id)).status).toBe(404);
    expect((await ask()).status).toBe(202);
  });

  it('is left to the process that has it', async () => {
    const id = await taken(1, inMs(60_000));
    await harness.platform.jobs.run('export');
    expect(await job(id)).toMatchObject({ state: 'running', rows: 5000 });
  });

  it('fails when the store is down, and leaves nothing', async () => {
    const { putStream } = harness.platform.files;
    harness.platform.files.putStream = () => Promise.reject(new Error('no space left'));
    const id = await made();
    harness.platform.files.putStream = putStream;
    expect((await job(id)).state).toBe('failed');
    expect((await open(id)).status).toBe(404);
  });

  it('that is cancelled during writing is never offered', async () => {
    const { files } = harness.platform;
    const { putStream } = files;
    const stored: string[] = [];
    const { body } = await ask();
    files.putStream = async (...given) => {
      stored.push(given[0]);
      await putStream.apply(files, given);
      expect((await cancel(body.id)).status).toBe(204);
    };
    await harness.platform.jobs.run('export');
    files.putStream = putStream;
    expect((await job(body.id)).state).toBe('cancelled');
    expect(stored).toHaveLength(1);
    expect(await files.exists(stored[0] ?? '')).toBe(false);
  });
});

describe('a finished file', () => {
  const keyOf = async (id: number) =>
    (
      await on().one<{ key: string | null }>(sql`
      select storage_key as key from export_job where tenant_id = ${tenantId} and id = ${id}`)
    )?.key ?? '';

  it('is sealed in the store', async () => {
    const id = await made();
    const stored = Buffer.from(await harness.platform.files.getBytes(await keyOf(id)));
    expect(stored.subarray(0, 4).toString()).toBe('ORB1');
    expect(stored.includes('Aguardando')).toBe(false);
  });

  it('is deleted when its requester deletes it', async () => {
    const id = await made();
    const key = await keyOf(id);
    expect((await cancel(id)).status).toBe(204);
    expect((await open(id)).body).toMatchObject({ code: 'EXPORT_EXPIRED' });
    await until(
      () => harness.platform.files.exists(key),
      (is) => !is,
    );
  });

  it('cannot be opened after a day, and is then deleted', async () => {
    const { client } = await staff([{ role: 'gestao' }]);
    const id = await made({}, client);
    const key = await keyOf(id);
    const { expiresAt } = await job(id, client);
    expect(Date.parse(expiresAt ?? '') - harness.clock.now().getTime()).toBe(24 * HOUR_MS);
    await harness.platform.jobs.run('export-sweep');
    expect((await open(id, client)).status).toBe(200);
    await on().one(sql`
      update export_job set expires_at = ${harness.clock.now()}::timestamptz
      where tenant_id = ${tenantId} and id = ${id} returning id`);
    expect((await open(id, client)).body).toMatchObject({
      code: 'EXPORT_EXPIRED',
      message: 'O arquivo expirou. Gere outro.',
    });
    expect((await job(id, client)).state).toBe('expired');
    await harness.platform.jobs.run('export-sweep');
    await until(
      () => harness.platform.files.exists(key),
      (is) => !is,
    );
    expect(await keyOf(id)).toBe('');
  });
});
