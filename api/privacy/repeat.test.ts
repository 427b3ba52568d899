import { mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { bodyOf } from '../../testing/journey.ts';
import { personAt } from '../../testing/person-at.ts';
import { runToEnd } from '../../testing/server-process.ts';
import { deepHealth } from '../health/deep-health.ts';
import { ANONYMOUS_NAME } from '../person/personal-data.ts';
import { readErasures, writeErasures } from '../platform/erasure-list.ts';
import { erasePerson } from './erase.ts';
import { listErasures, listOf } from './erasure-job.ts';
import { repeatErasures } from './repeat.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());
beforeEach(() => rmSync(dirOf(), { recursive: true, force: true }));

const dirOf = () => harness.platform.config.erasuresDir ?? '';
const on = () => harness.platform.db.tenant(1);
const nameOf = async (personId: number) =>
  (await on().one<{ name: string }>(sql`select name from person where tenant_id = 1 and id = ${personId}`))
    ?.name;
const repeat = () => repeatErasures(harness.platform.db, listOf(harness.platform), harness.platform.log);

/** Person who was erased and listed, and whom an earlier backup restored: their row as it was. */
async function broughtBack() {
  const who = await personAt(harness, 'account');
  const before = await on().one<{ name: string; uuid: string; cpf: string }>(sql`
    select name, uuid, cpf from person where tenant_id = 1 and id = ${who.personId}`);
  await harness.platform.db.write(1, (tx) => erasePerson(tx, who.personId, harness.clock.now()));
  await listErasures(harness.platform);
  await on().many(sql`delete from erasure where tenant_id = 1 and person_id = ${who.personId} returning 1`);
  await on().many(sql`
    update person set name = ${before?.name}, uuid = ${before?.uuid}::uuid, cpf = ${before?.cpf}, anonymised_at = null
    where tenant_id = 1 and id = ${who.personId} returning id`);
  return { ...who, uuid: before?.uuid ?? '' };
}

describe('S34: the list of erasures', () => {
  it('holds erased people by a number and a time only, once they were told that it is done', async () => {
    const who = await personAt(harness, 'account', { emailConfirmed: true });
    const params = { uuid: who.uuid };
    const asked = await who.client.call('POST /candidate/users/{uuid}/privacy-requests', {
      params,
      body: { kind: 'deletion' },
    });
    bodyOf(
      await harness.operations.call('POST /operations/privacy-requests/{id}/decision', {
        params: { id: asked.body.id },
        body: { decision: 'concluded' },
      }),
    );
    const dir = dirOf();
    await expect.poll(() => readdirSync(dir, { withFileTypes: true }).length).toBe(1);
    const [name = ''] = readdirSync(dir);
    expect(name).toMatch(new RegExp(`^1_${who.uuid}_${harness.clock.now().getTime()}_[\\w-]{43}$`));
    expect(await readErasures(listOf(harness.platform))).toEqual({
      erasures: [{ tenantId: 1, uuid: who.uuid, at: harness.clock.now() }],
      refused: 0,
    });
  });

  it('erases again those whom a restored database brought back, and closes their open request', async () => {
    const who = await broughtBack();
    await on().many(sql`
      insert into privacy_request (tenant_id, person_id, kind, details, requested_at, due_at)
      values (1, ${who.personId}, 'deletion', 'Candidata Teste', ${harness.clock.now()}, ${harness.clock.now()}) returning id`);
    const other = await personAt(harness, 'account');
    expect(await nameOf(who.personId)).toBe('Candidata Teste');
    expect(await repeat()).toBe(1);
    expect(await nameOf(who.personId)).toBe(ANONYMOUS_NAME);
    expect(await nameOf(other.personId)).toBe('Candidata Teste');
    expect(
      await on().many(
        sql`select state, details from privacy_request where tenant_id = 1 and person_id = ${who.personId}`,
      ),
    ).toEqual([{ state: 'concluded', details: null }]);
    expect(await repeat()).toBe(0);
  });

  it('is applied once by two nodes that start together, and neither continues before', async () => {
    const who = await broughtBack();
    const started = () => repeat().then(async (done) => ({ done, name: await nameOf(who.personId) }));
    const nodes = await Promise.all([started(), started(), started()]);
    expect(nodes.reduce((sum, { done }) => sum + done, 0)).toBe(1);
    expect(nodes.map(({ name }) => name)).toEqual([ANONYMOUS_NAME, ANONYMOUS_NAME, ANONYMOUS_NAME]);
  });

  it('names people whose application is active in the restored database', async () => {
    const lines: object[] = [];
    const who = await personAt(harness, 'payment');
    const { uuid = '' } =
      (await on().one<{ uuid: string }>(
        sql`select uuid from person where tenant_id = 1 and id = ${who.personId}`,
      )) ?? {};
    await writeErasures(listOf(harness.platform), [{ tenantId: 1, uuid, at: harness.clock.now() }]);
    const log = { ...harness.platform.log, warn: (line: object) => lines.push(line) };
    await repeatErasures(harness.platform.db, listOf(harness.platform), log as never);
    expect(lines).toMatchObject([{ person: who.personId, applicationsUnderWay: [who.id] }]);
  });

  it('erases nobody because of an altered or foreign line, and health reports it', async () => {
    const who = await personAt(harness, 'account');
    const gone = await broughtBack();
    const dir = dirOf();
    const [name = ''] = readdirSync(dir);
    renameSync(join(dir, name), join(dir, name.replace(gone.uuid, who.uuid)));
    writeFileSync(join(dir, 'anything'), '');
    expect(await repeat()).toBe(0);
    expect(await nameOf(who.personId)).toBe('Candidata Teste');
    expect((await deepHealth(harness.platform)).erasures).toMatchObject({
      status: 'degraded',
      refused: 2,
    });
  });

  it('is completed from the database where it lost lines, and by the job where a process ended too early', async () => {
    const who = await personAt(harness, 'account');
    await harness.platform.db.write(1, (tx) => erasePerson(tx, who.personId, harness.clock.now()));
    harness.clock.set(new Date(harness.clock.now().getTime() + 301_000));
    expect((await deepHealth(harness.platform)).erasures).toMatchObject({
      status: 'degraded',
      oldestSeconds: 301,
    });
    expect(await harness.platform.jobs.run('erasure-list')).toBe(1);
    expect((await deepHealth(harness.platform)).erasures).toMatchObject({ status: 'ok', missing: 0 });
    rmSync(dirOf(), { recursive: true });
    await repeat();
    const { erasures } = await readErasures(listOf(harness.platform));
    expect(erasures.map(({ uuid }) => uuid)).toContain(who.uuid);
  });
});

describe('S34: backups have an end', () => {
  it('health reports older ones, and the command names and deletes only those', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'orbita-backups-'));
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'test',
      ORBITA_BACKUP_DIR: dir,
      ORBITA_BACKUP_DAYS: '7',
    };
    const command = join(import.meta.dirname, '../backups.ts');
    const aged = (name: string, days: number) => {
      writeFileSync(join(dir, name), 'x');
      // File times come from the machine, which the product's clock cannot set.
      const at = new Date(Date.now() - days * 24 * 3600_000);
      utimesSync(join(dir, name), at, at);
    };
    aged('old.dump', 7.1);
    aged('young.dump', 6.9);
    const { config } = harness.platform;
    const given = config.backups;
    try {
      Object.assign(config, { backups: { dir, days: 7 } });
      expect((await deepHealth(harness.platform)).backups).toEqual({
        status: 'degraded',
        days: 7,
        overdue: 1,
      });
      expect(await runToEnd(command, env, ['check'])).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^older than 7 days: old\.dump of [^\n]+\n$/),
      });
      expect(await runToEnd(command, env, ['delete'])).toEqual({ code: 0, output: 'deleted old.dump\n' });
      expect(readdirSync(dir)).toEqual(['young.dump']);
      expect(await runToEnd(command, env, ['check'])).toEqual({ code: 0, output: '' });
      expect((await deepHealth(harness.platform)).backups).toMatchObject({ status: 'ok', overdue: 0 });
      expect((await runToEnd(command, env, ['other'])).code).toBe(2);
    } finally {
      Object.assign(config, { backups: given });
      rmSync(dir, { recursive: true });
    }
  });
});
