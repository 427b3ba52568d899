import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';
import { apply, signUp } from '../testing/journey.ts';
import { CANDIDATE_01 } from '../testing/people.ts';

let harness: Harness;
let id: string;

const run = commandLine(() => harness.url, OPERATIONS_TOKEN);

beforeAll(async () => {
  harness = await startHarness();
  const client = harness.visitor();
  await signUp(client, CANDIDATE_01);
  id = String((await apply(client)).id);
});
afterAll(() => harness.stop());

it('blocks a person and lifts the block again', async () => {
  const added = await run('block', 'add', CANDIDATE_01.cpf, '--reason', 'Documento falso', '--json');
  const { id: block } = JSON.parse(added.out) as { id: number };
  expect((await run('subscription', 'show', id)).out).toContain('Inscrição bloqueada');
  const states = async (state: string) => {
    const { data } = JSON.parse((await run('block', 'list', '--state', state, '--json')).out);
    return data.map((one: { id: number }) => one.id);
  };
  expect([await states('active'), await states('lifted')]).toEqual([[block], []]);
  expect((await run('block', 'remove', String(block))).exit).toBe(0);
  expect([await states('active'), await states('lifted')]).toEqual([[], [block]]);
  expect((await run('block', 'list', '--state', 'lost')).exit).toBe(2);
  expect((await run('subscription', 'show', id)).out).not.toContain('Inscrição bloqueada');
  expect((await run('block', 'add', '1', '--reason', 'x', '--type', 'cnh')).exit).toBe(2);
});

it('finds an application by name, document or number', async () => {
  const found = async (...by: string[]) => {
    const said = await run('subscription', 'list', ...by, '--json');
    return [
      said.exit,
      said.exit === 0 && JSON.parse(said.out).data.map((one: { id: number }) => String(one.id)),
    ];
  };
  expect(await found('--document', '111.222.333-96')).toEqual([0, [id]]);
  expect(await found('--document', '529.982.247-25')).toEqual([0, []]);
  expect(await found('--document', '111.222.333-96', '--state', '7')).toEqual([0, []]);
  expect(await found('--document', '111')).toEqual([1, false]);
  expect(await found('--document', '1', '--type', 'cnh')).toEqual([2, false]);
  expect(await found('--name', 'candidata um')).toEqual([0, [id]]);
  expect(await found('--name', 'candidata um', '--email', 'dois@exemplo.test')).toEqual([0, []]);
  expect(await found('--email', CANDIDATE_01.email)).toEqual([0, [id]]);
  expect(await found('--phone', CANDIDATE_01.cellPhone)).toEqual([0, [id]]);
  expect(await found('--name', 'ca')).toEqual([1, false]);
  expect(await found('--offer', 'ADM-ESSAY')).toEqual([0, [id]]);
  expect(await found('--offer', 'NADA')).toEqual([0, []]);
  expect(await found('--external-id', 'B-1')).toEqual([0, []]);
});

it('shows the tokens of the tenant, never their secrets', async () => {
  const made = await run('token', 'create', 'Secretaria', '--scopes', 'essays', '--json');
  const { id: token, token: secret } = JSON.parse(made.out);
  const listed = await run('token', 'list', '--state', 'active');
  expect(listed.out).toContain(`${token}`);
  expect(listed.out).toContain('Secretaria');
  expect(listed.out).not.toContain(secret);
  expect((await run('token', 'list', '--state', 'lost')).exit).toBe(2);
});

it('registers webhook endpoints, shows the log and sends again', async () => {
  const json = (said: { out: string }) => JSON.parse(said.out);
  const url = 'http://127.0.0.1:9/avisos';
  const added = json(await run('webhook', 'add', 'CUA01', url, '--kinds', 'enrollment.completed', '--json'));
  expect(added.secret).toMatch(/^whsec_/);
  const endpoint = String(added.id);
  expect((await run('webhook', 'list')).out).not.toContain('whsec_');
  const rotated = json(await run('webhook', 'rotate', endpoint, '--overlap', '0', '--json'));
  expect(rotated.secret).not.toBe(added.secret);
  expect((await run('webhook', 'change', endpoint, url, '--disable')).out).toContain('disabled');
  for (const [state, found] of [
    ['active', []],
    ['disabled', [added.id]],
  ] as const) {
    const listed = json(await run('webhook', 'list', '--state', state, '--json'));
    expect([state, listed.data.map((one: { id: number }) => one.id)]).toEqual([state, found]);
  }
  expect((await run('webhook', 'list', '--state', 'lost')).exit).toBe(2);
  expect((await run('webhook', 'change', endpoint, url)).out).toContain('active');
  expect((await run('webhook', 'deliveries', '--endpoint', endpoint, '--state', 'failed')).exit).toBe(0);
  expect((await run('webhook', 'deliveries', '--state', 'lost')).exit).toBe(2);
  expect((await run('webhook', 'replay', '1')).exit).toBe(1);
  expect((await run('webhook', 'replay')).exit).toBe(2);
  const range = ['--from', '2026-01-01T00:00:00-03:00', '--to', '2026-02-01T00:00:00-03:00'];
  expect(json(await run('webhook', 'replay', '--endpoint', endpoint, ...range, '--json'))).toEqual({
    replayed: 0,
  });
  expect((await run('webhook', 'remove', endpoint)).exit).toBe(2);
  expect((await run('webhook', 'remove', endpoint, '--yes')).exit).toBe(0);
});

it('lists messages, sends one again and audits who did it', async () => {
  await harness.platform.jobs.run('outbox');
  const listed = await run('message', 'list', '--subscription', id, '--json');
  const [message] = JSON.parse(listed.out).data as { id: number; template: string }[];
  const again = await run(
    '--operator',
    'Ana – secretaria',
    'message',
    'resend',
    String(message?.id),
    '--json',
  );
  expect(JSON.parse(again.out)).toMatchObject({ template: message?.template, state: 'pending' });
  expect((await run('message', 'list', '--state', 'lost')).exit).toBe(2);
  const seen = await run(
    'audit',
    '--by',
    'Ana – secretaria',
    '--subject',
    '/orbita/api/operations/notifications',
    '--json',
  );
  expect(JSON.parse(seen.out).data).toMatchObject([
    {
      operator: 'Ana – secretaria',
      staffId: null,
      role: null,
      action: 'POST /operations/notifications/{id}/resend',
      status: 201,
    },
  ]);
});

it('asks before what cannot be undone, and does nothing without an answer', async () => {
  const refused = await run('subscription', 'disqualify', id, '--reason', 'Fraude');
  expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining('--yes')]);
  expect((await run('subscription', 'disqualify', id, '--reason', 'Fraude', '--yes')).exit).toBe(0);
  expect((await run('subscription', 'reinstate', id, '--reason', 'Engano')).exit).toBe(1);
  expect((await run('cancellation', 'list')).exit).toBe(0);
  expect((await run('cancellation', 'decide', '1', 'maybe')).exit).toBe(2);
  expect((await run('cancellation', 'decide', '1', 'denied', '--reason', 'x')).exit).toBe(1);
});
