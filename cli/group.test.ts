import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';
import { staffIn } from '../testing/staff.ts';

let harness: Harness;
const run = commandLine(() => harness.url, OPERATIONS_TOKEN);
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness.stop());

it('creates a group, changes only the given fields, shows and ends it', async () => {
  const secretary = [{ role: 'secretaria' as const, institutions: ['CUA01'] }];
  const [ana, bia] = [
    (await staffIn(harness, secretary)).staffId,
    (await staffIn(harness, secretary)).staffId,
  ];
  const made = JSON.parse(
    (await run('--json', 'group', 'create', 'CUA01', 'Banca de Direito', '--members', String(ana))).out,
  );
  const id = String(made.id);
  const group = async () =>
    JSON.parse((await run('--json', 'group', 'list', '--institution', 'CUA01')).out).data.map(
      ({ name, members }: { name: string; members: { staffId: number }[] }) => [
        name,
        ...members.map(({ staffId }) => staffId),
      ],
    );
  expect(await group()).toEqual([['Banca de Direito', ana]]);
  expect((await run('group', 'change', id, '--name', 'Banca da noite')).exit).toBe(0);
  expect(await group()).toEqual([['Banca da noite', ana]]);
  expect((await run('group', 'change', id, '--add', String(bia), '--remove', String(ana))).exit).toBe(0);
  expect(await group()).toEqual([['Banca da noite', bia]]);
  expect((await run('group', 'list')).out).toMatch(/Banca da noite +\d/);
  expect((await run('group', 'change', id)).exit).toBe(2);
  expect((await run('group', 'change', '999999', '--name', 'X')).exit).toBe(2);
  const shared = await run('queue', 'share', 'enrolment-documents', '--group', id, '--count', '5');
  expect([shared.exit, shared.out]).toEqual([0, '0 given.\n']);
  expect((await run('queue', 'share', 'enrolment-documents', '--count', '5')).exit).toBe(2);
  expect((await run('queue', 'assignees', 'enrolment-documents')).out).toContain('Banca da noite');
  expect((await run('group', 'end', id)).exit).toBe(2);
  expect((await run('group', 'end', id, '--yes')).exit).toBe(0);
  expect(await group()).toEqual([]);
});
