import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';
import { signUp } from '../testing/journey.ts';
import { CANDIDATE_01 } from '../testing/people.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

const run = commandLine(() => harness.url, OPERATIONS_TOKEN);

describe('privacy', () => {
  it('lists requests, claims, denies and concludes them', async () => {
    const client = harness.visitor();
    const { uuid, personId } = await signUp(client, CANDIDATE_01);
    const ask = async (kind: 'correction' | 'deletion' | 'sharing-info') => {
      const { body } = await client.call('POST /candidate/users/{uuid}/privacy-requests', {
        params: { uuid },
        body: { kind, details: 'Por favor' },
      });
      return String(body.id);
    };
    const [correction, sharing, deletion] = [
      await ask('correction'),
      await ask('sharing-info'),
      await ask('deletion'),
    ];
    const listed = await run('privacy', 'list', '--state', 'received');
    expect(listed.exit).toBe(0);
    for (const id of [correction, sharing, deletion]) expect(listed.out).toContain(id);
    expect((await run('privacy', 'list', '--state', 'nenhum')).exit).toBe(2);
    expect((await run('privacy', 'take', correction)).out).toContain('in-review');
    expect((await run('privacy', 'deny', correction)).exit).toBe(2);
    expect((await run('privacy', 'deny', correction, '--reason', 'Falta o documento')).exit).toBe(0);
    expect((await run('privacy', 'conclude', sharing, '--yes')).exit).toBe(1);
    expect(
      (await run('privacy', 'decide', sharing, 'concluded', '--answer', 'Com o banco', '--yes')).exit,
    ).toBe(0);
    expect((await run('privacy', 'conclude', deletion)).exit).toBe(2);
    expect((await run('privacy', 'conclude', deletion, '--yes')).out).toContain('concluded');
    expect((await run('privacy', 'conclude', deletion, '--yes')).exit).toBe(1);
    // Nothing about this person had to be kept.
    expect((await run('privacy', 'kept', String(personId))).exit).toBe(1);
  });
});
