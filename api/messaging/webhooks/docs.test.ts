import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { webhookAnswer, webhookEvent, webhookExamples, webhookKind } from '@orbita/protocol/messaging';
import { expect, it } from 'vitest';
import { WAITS } from './schedule.ts';
import { newSecret, signedHeaders } from './sign.ts';

const text = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map((found) => found[1] ?? '');

it('the documented payloads match the protocol', () => {
  const [status, enrolment, others, answer] = blocks('json').map((block) => JSON.parse(block));
  expect([status, enrolment, ...others]).toEqual(webhookExamples);
  for (const { type } of webhookExamples) expect(text).toContain(`| \`${type}\` |`);
  expect(webhookExamples.map(({ type }) => type)).toEqual(webhookKind.options);
  for (const example of webhookExamples) expect(webhookEvent.parse(example)).toEqual(example);
  expect(webhookAnswer.parse(answer)).toEqual(answer);
});

it('the documented signature check accepts what we sign, and nothing else', async () => {
  const [snippet = ''] = blocks('ts');
  const code = stripTypeScriptTypes(snippet);
  const { isGenuine } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  )) as { isGenuine(secret: string, headers: Record<string, string>, body: string, now?: number): boolean };
  const [secret, former] = [newSecret(), newSecret()];
  const at = new Date('2026-01-12T13:00:00Z');
  const body = JSON.stringify(webhookExamples[0]);
  const headers = signedHeaders({ id: 'evt_1', body }, [secret, former], at);
  const taken = (change: { secret?: string; body?: string; now?: number; headers?: object }) =>
    isGenuine(
      change.secret ?? secret,
      { ...headers, ...change.headers },
      change.body ?? body,
      change.now ?? at.getTime(),
    );
  expect([taken({}), taken({ secret: former })]).toEqual([true, true]);
  expect([
    taken({ secret: newSecret() }),
    taken({ body: `${body} ` }),
    taken({ headers: { 'webhook-id': 'evt_2' } }),
    taken({ now: at.getTime() + 6 * 60_000 }),
    taken({ headers: { 'webhook-signature': '' } }),
  ]).toEqual([false, false, false, false, false]);
});

it('the documented retry delays match the code', () => {
  const documented = /after 5 seconds, 5 minutes, 30 minutes, ([\d, and]+) hours/.exec(
    text.replaceAll('\n', ' '),
  )?.[1];
  const hours = (documented ?? '').split(/, | and /).map(Number);
  expect([5, 300, 1800, ...hours.map((hour) => hour * 3600)]).toEqual(WAITS.map((wait) => wait / 1000));
});
