import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@orbita/protocol';
import { TEAM_EVENTS } from '@orbita/protocol/staff';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = globSync('console/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
})
  .filter((file) => !/\.test\.tsx?$|vite\.config\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const holding = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

it('the console makes only operations calls, each of which is in the protocol (spec 25.1.1)', () => {
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)'/g)].map(([, key]) => key as string),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((key) => !(key in calls) || !key.includes(' /operations/'))).toEqual([]);
});

it('the console calls and listens only through the client, at addresses of the protocol', () => {
  expect(holding(/(?<![\w.#])fetch\(|XMLHttpRequest|sendBeacon|new (?:WebSocket|EventSource)\(/)).toEqual([]);
  expect(holding(/\bfollowLive</)).toEqual(['console/base/live.ts']);
  const path = /path: '([^']*)'/.exec(
    sources.find(({ file }) => file === 'console/base/live.ts')?.text ?? '',
  )?.[1];
  expect(path).toBe(TEAM_EVENTS);
});

it('the console stores nothing in the browser except preferences and unsent drafts (spec 25.2.3)', () => {
  expect(holding(/\b(?:local|session)Storage\b|indexedDB|document\.cookie/)).toEqual([]);
  expect(holding(/\b(?:device|tab)Store\b/)).toEqual([
    'console/ui/preferences.ts',
    'console/ui/tab-store.ts',
  ]);
  // Only a grader's mark: code that knows the essay's text stores nothing.
  expect(holding(/\bkeepInTab\(/).filter((file) => file !== 'console/ui/tab-store.ts')).toEqual([
    'console/essay/kept.ts',
  ]);
});
