import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../api/testing/harness.ts';
import { apply, signUp } from '../api/testing/journey.ts';
import { CANDIDATE_01 } from '../api/testing/people.ts';
import { main } from './main.ts';

let harness: Harness;
let id: string;
let env: NodeJS.ProcessEnv;

const run = async (...line: string[]) => {
  const said = { out: '', err: '' };
  const exit = await main(line, env, {
    out: (text) => {
      said.out += `${text}\n`;
    },
    err: (text) => {
      said.err += `${text}\n`;
    },
  });
  return { exit, ...said };
};

beforeAll(async () => {
  harness = await startHarness();
  env = { ORBITA_URL: harness.url, ORBITA_TENANT: 'alfa', ORBITA_OPERATIONS_TOKEN: OPERATIONS_TOKEN };
  const client = harness.visitor();
  await signUp(client, CANDIDATE_01);
  id = String((await apply(client)).id);
});
afterAll(() => harness.stop());

it('blocks a person and lifts it again', async () => {
  const added = await run('block', 'add', CANDIDATE_01.cpf, '--reason', 'Documento falso', '--json');
  const { id: block } = JSON.parse(added.out) as { id: number };
  expect((await run('subscription', 'show', id)).out).toContain('Inscrição bloqueada');
  expect((await run('block', 'remove', String(block))).exit).toBe(0);
  expect((await run('subscription', 'show', id)).out).not.toContain('Inscrição bloqueada');
  expect((await run('block', 'add', '1', '--reason', 'x', '--type', 'cnh')).exit).toBe(2);
});

it('asks before what cannot be undone, and does not without an answer', async () => {
  const refused = await run('subscription', 'disqualify', id, '--reason', 'Fraude');
  expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining('--yes')]);
  expect((await run('subscription', 'disqualify', id, '--reason', 'Fraude', '--yes')).exit).toBe(0);
  expect((await run('subscription', 'reinstate', id, '--reason', 'Engano')).exit).toBe(1);
  expect((await run('cancellation', 'list')).exit).toBe(0);
  expect((await run('cancellation', 'decide', '1', 'maybe')).exit).toBe(2);
  expect((await run('cancellation', 'decide', '1', 'denied', '--reason', 'x')).exit).toBe(1);
});
