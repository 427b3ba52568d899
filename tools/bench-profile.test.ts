import { describe, expect, it } from 'vitest';
import { partOf, workOf } from './bench/profile/cpu-profile.ts';
import { kindOf } from './bench/profile/statement-kinds.ts';

describe('a profile', () => {
  it.each([
    ['node:_http_outgoing', 'HTTP of Node'],
    ['node:internal/streams/writable', 'streams and sockets of Node'],
    ['file:///x/node_modules/pg/lib/client.js', 'database driver (pg)'],
    ['file:///x/node_modules/@fastify/cookie/plugin.js', 'Fastify'],
    ['file:///x/node_modules/jose/dist/a.js', 'package jose'],
    ['file:///x/api/payment/pix.ts', 'api/payment'],
    ['', undefined],
  ])('attributes %s to its owner', (url, part) => expect(partOf(url)).toBe(part));

  it('counts native work for its caller, no idle time, and nothing outside its period', () => {
    const frame = (functionName: string, url = '') => ({ functionName, url });
    const profile = {
      startTime: 1_000,
      nodes: [
        { id: 1, callFrame: frame('(root)'), children: [2, 4, 5] },
        { id: 2, callFrame: frame('send', 'node:net'), children: [3] },
        { id: 3, callFrame: frame('writev') },
        { id: 4, callFrame: frame('(idle)') },
        { id: 5, callFrame: frame('(garbage collector)') },
      ],
      samples: [2, 3, 4, 5, 3],
      timeDeltas: [1_000, 2_000, 4_000, 500, 8_000],
    };
    expect([...workOf(profile, 2_000, 10_000)]).toEqual([
      ['streams and sockets of Node', 3],
      ['garbage collector', 0.5],
    ]);
  });

  it.each([
    ['BEGIN', 'begin'],
    ['select set_config($1, $2, true), enter_tenant($2::text::bigint)', 'entering a tenant'],
    [
      'select (select w.name from staff w where w.id = s.owner) as owner from subscription s',
      'select subscription',
    ],
    [
      'with moved as (update subscription set status = $1) insert into status_history values ($2)',
      'update subscription',
    ],
    ['select id from subscription where tenant_id = $1 for update', 'select subscription (locking)'],
    ['select 1', 'other statements'],
  ])('classifies %s', (query, kind) => expect(kindOf(query)).toBe(kind));
});
