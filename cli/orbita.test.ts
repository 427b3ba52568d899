import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { JPEG } from '../testing/bodies.ts';
import { type Client, type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';
import { acceptContract, apply, fillData, payByPix, signUp, writeEssay } from '../testing/journey.ts';
import { CANDIDATE_01, inventedPerson } from '../testing/people.ts';
import { upload } from '../testing/requests.ts';
import { main } from './main.ts';
import { table } from './print.ts';

const CATALOGUE = join(import.meta.dirname, '../catalogue/alfa');
let harness: Harness;
let folder: string;
let env: NodeJS.ProcessEnv;

const run = async (line: string[], given: NodeJS.ProcessEnv = env) => {
  const said = { out: '', err: '' };
  const exit = await main(line, given, {
    out: (text) => {
      said.out += `${text}\n`;
    },
    err: (text) => {
      said.err += `${text}\n`;
    },
  });
  return { exit, ...said };
};
const json = async (line: string[]) => {
  const { exit, out, err } = await run([...line, '--json']);
  if (exit !== 0) throw new Error(err);
  return JSON.parse(out);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbita-cli-'));
  harness = await startHarness();
  env = { ORBITA_URL: harness.url, ORBITA_TENANT: 'alfa', ORBITA_OPERATIONS_TOKEN: OPERATIONS_TOKEN };
});
afterAll(async () => {
  await harness.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('exit codes', () => {
  it('are 2 for invalid usage', async () => {
    for (const line of [
      ['essay', 'grade', '7001'],
      ['essay', 'grade', 'x', '--score', '1'],
      ['nonsense'],
      ['document', 'reject', '1', '--reason', 'ugly'],
      ['catalogue', 'plan', '-f', '/nowhere/at/all'],
      ['token', 'create', 'x', '--scopes', 'everything'],
      ['token', 'create', 'x', '--scopes', 'essays.nothing'],
      ['token', 'create', 'x', '--scopes', 'essays', '--institutions', ''],
      ['sim', 'job', 'nonsense'],
    ]) {
      expect([line.join(' '), (await run(line)).exit]).toEqual([line.join(' '), 2]);
    }
    expect((await run(['essay', 'list'], { ORBITA_URL: harness.url })).exit).toBe(2);
  });

  it('are 1 when the service refuses or does not answer, with its message', async () => {
    const unknown = await run(['subscription', 'show', '1']);
    expect([unknown.exit, unknown.err]).toEqual([1, expect.stringContaining('404 NOT_FOUND')]);
    expect((await run(['essay', 'list', '--token', 'svc_wrong'])).exit).toBe(1);
    expect((await run(['essay', 'list', '--url', 'http://127.0.0.1:1'])).err).toContain('UNREACHABLE');
  });

  it('are 0 for help', async () => {
    const help = await run(['catalogue', '--help']);
    expect([help.exit, help.out]).toEqual([0, expect.stringContaining('export')]);
  });
});

describe('tenants, tokens and catalogue', () => {
  it('are created, shown and ended', async () => {
    const made = await run([
      'tenant',
      'create',
      'gama',
      '--name',
      'Grupo Gama',
      '--hosts',
      'gama.test,www.gama.test',
    ]);
    expect([made.exit, made.out]).toEqual([0, expect.stringContaining('gama.test, www.gama.test')]);
    expect(await json(['tenant', 'show', 'gama'])).toMatchObject({ alias: 'gama', name: 'Grupo Gama' });
    const token = await json([
      'token',
      'create',
      'Secretaria',
      '--scopes',
      'essays,documents.read',
      '--expires-at',
      '2027-01-01T00:00:00-03:00',
    ]);
    expect(token).toMatchObject({ tenant: 'alfa', scopes: ['essays', 'documents.read'], institutions: null });
    expect((await run(['essay', 'list', '--token', token.token])).exit).toBe(0);
    expect((await run(['document', 'list', '--token', token.token])).exit).toBe(0);
    expect((await run(['document', 'approve', '1', '--token', token.token])).err).toContain('403 FORBIDDEN');
    expect((await run(['subscription', 'list', '--token', token.token])).exit).toBe(1);
    expect((await run(['token', 'revoke', String(token.id)])).exit).toBe(2);
    expect((await run(['token', 'revoke', String(token.id), '--yes'])).exit).toBe(0);
    expect((await run(['essay', 'list', '--token', token.token])).exit).toBe(1);
  });

  it('are validated with lines, planned, applied and exported', async () => {
    const valid = await run(['catalogue', 'validate', '-f', CATALOGUE]);
    expect([valid.exit, valid.out, valid.err]).toEqual([0, 'The catalogue is valid.\n', '']);
    const announced = join(folder, 'announced');
    cpSync(CATALOGUE, announced, { recursive: true });
    const tenant = join(announced, 'tenant.yaml');
    writeFileSync(tenant, readFileSync(tenant, 'utf8').replace('automaticPix: false', 'automaticPix: true'));
    const warned = await run(['catalogue', 'validate', '-f', announced]);
    expect([warned.exit, warned.out]).toEqual([
      0,
      expect.stringMatching(/^The catalogue is valid\. 1 warning/),
    ]);
    expect(warned.err).toMatch(/tenant\.yaml:\d+: warning: institutions\[0\]\.payment\.automaticPix: /);
    expect((await run(['catalogue', 'plan', '-f', CATALOGUE])).out).toContain('Nothing would change.');

    const copy = join(folder, 'alfa');
    cpSync(CATALOGUE, copy, { recursive: true });
    const prices = join(copy, 'prices.yaml');
    const text = readFileSync(prices, 'utf8');
    writeFileSync(prices, text.replace('value: 380.00', 'value: 385.00').replace('kind: tax', 'kind: fee'));
    const wrong = await run(['catalogue', 'apply', '-f', copy]);
    expect([wrong.exit, wrong.out]).toEqual([
      1,
      expect.stringMatching(/prices\.yaml:\d+: prices\[\d+\]\.kind: /),
    ]);
    expect((await run(['catalogue', 'validate', '-f', copy])).exit).toBe(1);

    writeFileSync(prices, text.replace('value: 380.00', 'value: 385.00'));
    expect((await run(['catalogue', 'plan', '-f', copy])).out).toMatch(/change +prices +P-CCO-6 +plan/);
    expect((await run(['catalogue', 'apply', '-f', copy])).exit).toBe(0);
    expect((await run(['catalogue', 'apply', '-f', CATALOGUE])).exit).toBe(0);

    const out = join(folder, 'out', 'alfa.yaml');
    expect((await run(['catalogue', 'export', '-f', out])).exit).toBe(0);
    expect((await run(['catalogue', 'plan', '-f', out])).out).toContain('Nothing would change.');
  });

  it('are never removed or overwritten without asking', async () => {
    const part = join(CATALOGUE, 'tenant.yaml');
    const asked = await run(['catalogue', 'apply', '-f', part]);
    expect([asked.exit, asked.err]).toEqual([
      2,
      expect.stringMatching(/Retire .* and \d+ more\? Give --yes/),
    ]);
    expect((await run(['catalogue', 'plan', '-f', CATALOGUE])).out).toContain('Nothing would change.');

    const own = join(folder, 'own.yaml');
    writeFileSync(own, '# by hand\n');
    const over = await run(['catalogue', 'export', '-f', own]);
    expect([over.exit, over.err]).toEqual([2, expect.stringContaining('own.yaml? Give --yes')]);
    expect(readFileSync(own, 'utf8')).toBe('# by hand\n');
    expect((await run(['catalogue', 'export', '-f', own, '--yes'])).exit).toBe(0);
    expect(readFileSync(own, 'utf8')).toContain('version: 1');

    const beside = await run(['catalogue', 'export', '-f', join(folder, 'alfa')]);
    expect([beside.exit, beside.err]).toEqual([2, expect.stringContaining('offers.yaml')]);
    const nowhere = await run(['catalogue', 'export', '-f', join(own, 'under', 'a.yaml')]);
    expect([nowhere.exit, nowhere.err]).toEqual([2, expect.stringContaining('cannot be written')]);
  });

  it('say what needs a second person, before and after, and change nothing', async () => {
    const { token } = await json([
      ...['token', 'create', 'Esteira', '--scopes', 'catalogue.apply,catalogue.read'],
      ...['--expires-at', '2027-01-01T00:00:00-03:00'],
    ]);
    const edit = (more: string[] = []) =>
      run([
        ...['catalogue', 'edit', 'offers', 'ADM-ESSAY', '--set', 'warningPopup=Pix 123'],
        ...['--set', 'contract=CT-POS', '--token', token, ...more],
      ]);
    const says = [
      'trust: Contrato (oferta ADM-ESSAY): CT-GRAD (Contrato de prestação de serviços educacionais) → CT-POS (',
      'trust: Aviso na primeira página (oferta ADM-ESSAY): Em branco → Pix 123',
      '2 changes touch trust or money. This token may not apply it: it has no catalogue.trust.',
    ];
    const planned = await edit(['--plan']);
    expect(planned.exit).toBe(0);
    const refused = await edit();
    expect([refused.exit, refused.err]).toEqual([1, expect.stringContaining('403 SECOND_PERSON_NEEDED')]);
    for (const line of says)
      expect([planned.err, refused.err]).toEqual(Array(2).fill(expect.stringContaining(line)));
    expect((await run(['catalogue', 'plan', '-f', CATALOGUE])).out).toContain('Nothing would change.');
  });

  it('repeat a command with the same key without doing it again', async () => {
    const block = ['block', 'add', '390.533.447-05', '--reason', 'Fraude', '--once', 'ticket-7'];
    const first = await json(block);
    expect(await json(block)).toEqual(first);
    expect((await run(['block', 'remove', String(first.id)])).exit).toBe(0);
  });
});

describe('one enrolment', () => {
  let candidate: Client;
  let id: number;

  it('is taken from the essay to the student number', async () => {
    candidate = harness.visitor();
    const { personId } = await signUp(candidate, CANDIDATE_01);
    id = (await apply(candidate)).id;
    const essay = await writeEssay(candidate, id);

    expect((await run(['essay', 'list', '--state', 'finished'])).out).toContain(String(essay));
    expect((await run(['essay', 'show', String(essay)])).out).toMatch(/\n\nMeu título\n\npalavra/);
    const copied = await run(['essay', 'grade', String(essay), '--score', '0', '--plagiarism']);
    expect([copied.exit, copied.err]).toEqual([2, expect.stringContaining('--yes')]);
    expect(
      await json(['essay', 'grade', String(essay), '--score', '720', '--feedback', 'Bom texto.']),
    ).toMatchObject({ status: 3 });
    const again = await run(['essay', 'grade', String(essay), '--score', '720']);
    expect([again.exit, again.err]).toEqual([1, expect.stringContaining('current status 3')]);

    await fillData(candidate, personId, id, CANDIDATE_01);
    await acceptContract(candidate, id);
    const { paymentId } = await payByPix(candidate, id);
    expect((await run(['sim', 'pay', String(paymentId)])).exit).toBe(0);
    await vi.waitFor(
      async () => expect((await json(['subscription', 'show', String(id)])).subscriptionStatus).toBe(5),
      10_000,
    );
  });

  it('requires exactly seven documents, which are reviewed', async () => {
    const asked = await json(['document', 'list', '--subscription', String(id), '--page-size', '50']);
    const required = asked.data.filter((document: { required: boolean }) => document.required);
    expect(required.map(({ name }: { name: string }) => name).sort()).toEqual([
      'CPF',
      'Certidão de nascimento ou casamento',
      'Certificado de conclusão do ensino médio',
      'Comprovante de residência',
      'Documento de identidade (frente e verso)',
      'Histórico escolar do ensino médio',
      'Título de eleitor',
    ]);
    for (const document of required) expect((await upload(candidate, id, document.id)).status).toBe(201);
    const ready = await vi.waitFor(async () => {
      const sent = await json(['document', 'list', '--state', 'sent', '--page-size', '50']);
      expect(sent.total).toBe(7);
      return sent.data as { id: number; files: { fileId: number }[] }[];
    }, 10_000);

    const path = join(folder, 'rg.jpg');
    expect((await run(['document', 'download', String(ready[0]?.files[0]?.fileId), '-o', path])).exit).toBe(
      0,
    );
    expect(readFileSync(path).subarray(0, 3)).toEqual(JPEG.subarray(0, 3));
    const [first, ...rest] = ready.map((document) => String(document.id)) as [string, ...string[]];
    expect((await run(['document', 'reject', first, '--reason', 'other'])).err).toContain('note');
    expect((await run(['document', 'reject', first, '--reason', 'unreadable'])).exit).toBe(0);
    for (const document of rest) expect((await run(['document', 'approve', document])).exit).toBe(0);
    expect((await run(['document', 'waive', first, '--note', 'Visto no balcão'])).exit).toBe(0);
    expect((await json(['subscription', 'list', '--state', '7'])).total).toBe(1);
    const { out } = await run(['subscription', 'show', String(id)]);
    expect(out).toMatch(/statusName +Matriculado/);
    expect(out).toMatch(/History\n[\s\S]*contract-accepted +candidate/);
    expect(out).toMatch(/Payments\n[\s\S]*enrollment +pix +\d+ +paid/);
    expect(out).toMatch(/Documents\n[\s\S]*CPF +enrollment +true +approved/);
    expect(out).not.toContain('{"');
  });

  it('ends with the student number, and the e-mails that report it', async () => {
    expect(await json(['student', 'set', String(id), '20260001'])).toMatchObject({
      state: 'registered',
      status: 7,
    });
    expect((await json(['subscription', 'show', String(id)])).studentLyceumId).toBe('20260001');
    expect((await run(['sim', 'job', 'outbox'])).exit).toBe(0);
    const templates = async () =>
      (await json(['sim', 'outbox', '--to', CANDIDATE_01.email])).map(
        ({ template }: { template: string }) => template,
      );
    await vi.waitFor(
      async () => expect(await templates()).toEqual(expect.arrayContaining(['N-09', 'N-26', 'N-27'])),
      10_000,
    );
    expect((await run(['sim', 'outbox'])).out).toContain('N-27');
  });

  it('has its time and its faults controlled', async () => {
    expect((await run(['sim', 'clock', '2026-01-12T11:00:00-03:00'])).out).toContain(
      '2026-01-12T11:00:00-03:00',
    );
    expect((await run(['sim', 'clock'])).out).toContain('2026-01-12T11:00:00-03:00');
    expect((await run(['sim', 'clock', 'tomorrow'])).exit).toBe(2);
    expect((await run(['sim', 'fault', 'zip', 'down'])).exit).toBe(0);
    expect((await run(['sim', 'fault', 'zip', 'ok'])).exit).toBe(0);
  });
});

describe('access keys', () => {
  it('are issued, listed and revoked', async () => {
    const candidate = harness.visitor();
    await signUp(candidate, inventedPerson(9100));
    const id = String((await apply(candidate)).id);
    const issued = await json(['subscription', 'access-key', id, '--purpose', 'documents', '--days', '3']);
    expect(issued.url).toContain(`/subscriptions/essays/${id}?accesskey=`);
    expect(issued.expiresAt).toMatch(/^2026-01-15/);
    await json(['subscription', 'access-key', 'issue', id]);
    const listed = await run(['subscription', 'access-key', 'list', id]);
    expect(listed.out).toMatch(/documents/);
    expect(listed.out).toMatch(/continue/);
    const revoked = await run(['subscription', 'access-key', 'revoke', String(issued.keyId)]);
    expect([revoked.exit, revoked.out]).toEqual([0, expect.stringContaining('revoked')]);
    expect(await json(['subscription', 'access-key', 'revoke-all', id])).toEqual({ revoked: 1 });
    expect((await run(['subscription', 'access-key', 'revoke', '999999999'])).exit).toBe(1);
    expect((await run(['subscription', 'access-key', id, '--purpose', 'steal'])).exit).toBe(2);
  });
});

describe('a table', () => {
  it('is as wide as its content', () => {
    const rows = [
      { id: 1, name: 'Redação', files: [1, 2] },
      { id: 20, name: null, files: [] },
    ];
    expect(table(rows, ['id', 'name', 'files'])).toBe(
      'id  name     files\n1   Redação  1, 2\n20  –        –',
    );
  });
});
