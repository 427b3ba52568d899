import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

const run = commandLine(() => harness.url, OPERATIONS_TOKEN);

it('members are invited, listed, changed and disabled', async () => {
  const bia = ['staff', 'invite', '--name', 'Bia', '--email', 'bia@equipe.test'];
  const made = await run(...bia, '--role', 'secretaria,banca', '--institutions', 'CUA01', '--json');
  expect(made.exit).toBe(0);
  const { staffId, url } = JSON.parse(made.out);
  expect(url).toContain('/orbita/equipe/convite#');
  const id = String(staffId);
  const shown = async () => JSON.parse((await run('staff', 'show', id, '--json')).out);
  expect((await shown()).grants).toMatchObject([
    { role: 'secretaria', institutions: ['CUA01'] },
    { role: 'banca', institutions: ['CUA01'] },
  ]);
  expect((await run('staff', 'list', '--role', 'banca', '--state', 'invited')).out).toContain(
    'bia@equipe.test',
  );
  expect((await run('staff', 'grant', id, '--role', 'gestao')).exit).toBe(0);
  expect((await shown()).grants).toMatchObject([{ role: 'gestao', institutions: null }]);
  expect((await run('staff', 'disable', id, '--reason', 'Saiu')).exit).toBe(0);
  expect((await shown()).state).toBe('disabled');
  expect((await run('staff', 'enable', id, '--reason', 'Voltou')).exit).toBe(0);
  expect((await shown()).state).toBe('active');
  expect((await run('staff', 'sessions', 'end', id)).exit).toBe(0);
  expect((await run(...bia, '--role', 'banca')).err).toContain('409 DUPLICATE');
});

it('invalid usage is reported before anything is sent', async () => {
  const grant = ['staff', 'grant', '61', '--role'];
  for (const line of [
    [...grant, 'diretoria'],
    [...grant, 'banca', '--institutions', ''],
    ['staff', 'list', '--role', 'chefe'],
    ['staff', 'list', '--state', 'away'],
    ['staff', 'disable', '61'],
  ])
    expect([line.join(' '), (await run(...line)).exit]).toEqual([line.join(' '), 2]);
});
