import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';
import { personAt } from '../testing/person-at.ts';

let harness: Harness;

const run = commandLine(() => harness.url, OPERATIONS_TOKEN);

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

it('sets the places of a class', async () => {
  const set = await run('class', 'capacity', 'T1', '4', '--json');
  expect(JSON.parse(set.out)).toMatchObject({ code: 'T1', slots: 4, taken: 0 });
  expect((await run('class', 'capacity', 'T1', '1', '--offer', 'EXT-EXCEL')).exit).toBe(0);
  expect((await run('class', 'capacity', 'T9', '1')).exit).toBe(1);
  expect((await run('class', 'capacity', 'T1', 'many')).exit).toBe(2);
});

it('decides a transfer, and asks before rejecting it', async () => {
  const place = {
    offer: 'PSI-TRANSF',
    course: 'PSI',
    pole: 'CENTRO',
    type: 'graduation',
  } as const;
  const id = String((await personAt(harness, 'analysis', place)).id);
  const found = await run('discipline', 'decide', id, 'unfavourable', '--accepted', 'PSI101', '--term', '2');
  expect([found.exit, found.out]).toEqual([0, expect.stringContaining('unfavourable')]);
  expect((await run('discipline', 'decide', id, 'perhaps')).exit).toBe(2);
  const asked = await run('subscription', 'decide', id, 'rejected', '--reason', 'Histórico incompatível');
  expect([asked.exit, asked.err]).toEqual([2, expect.stringContaining('--yes')]);
  expect((await run('subscription', 'decide', id, 'rejected', '--yes')).exit).toBe(1);
  expect((await run('subscription', 'decide', id, 'maybe')).exit).toBe(2);
  const rejected = ['subscription', 'decide', id, 'rejected', '--reason', 'Histórico incompatível', '--yes'];
  expect((await run(...rejected)).exit).toBe(0);
  const late = await run('subscription', 'decide', id, 'approved');
  expect([late.exit, late.err]).toEqual([1, expect.stringContaining('current status 9')]);
});

it('grants attempts and time for an essay', async () => {
  const id = String((await personAt(harness, 'applied')).id);
  expect((await run('essay', 'attempts', id, '1')).exit).toBe(0);
  expect((await run('essay', 'attempts', id, '0')).exit).toBe(1);
  expect((await run('essay', 'accommodate', id, '30', '--notes', 'Ledor')).exit).toBe(0);
  expect((await run('essay', 'accommodate', id, '61')).exit).toBe(1);
  expect((await run('essay', 'accommodations', id)).out).toContain('Ledor');
});
