import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json'));

describe('the workflow', () => {
  const { on, jobs } = parse(read('.github/workflows/test.yml'));
  const runs = (job: { steps: { run?: string }[] }) => job.steps.flatMap(({ run }) => run ?? []);

  it('runs npm test on each change, npm run test:full on a schedule, and nothing else', () => {
    expect(Object.keys(on)).toEqual(expect.arrayContaining(['push', 'pull_request', 'schedule']));
    expect(Object.keys(jobs)).toEqual(['change', 'full']);
    expect(jobs.change.if).toBe("github.event_name == 'push' || github.event_name == 'pull_request'");
    expect(runs(jobs.change)).toEqual(['npm test']);
    expect(jobs.full.if).toContain("github.event_name == 'schedule'");
    expect(runs(jobs.full)).toEqual(['npm run test:full']);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(['test', 'test:full']));
  });

  it('uses actions pinned by hash, with the history that shows what changed', () => {
    for (const { steps } of Object.values<{ steps: { uses?: string; with?: Record<string, unknown> }[] }>(
      jobs,
    )) {
      const used = steps.filter(({ uses }) => uses);
      for (const { uses } of used) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      expect(used[0]?.with).toMatchObject({ 'fetch-depth': 0 });
      expect(existsSync(join(root, String(used[1]?.with?.['node-version-file'])))).toBe(true);
    }
  });
});

it('one Node version runs everywhere', () => {
  const { image } = JSON.parse(read('.devcontainer/devcontainer.json'));
  const packed = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith('node-'));
  const [node, ...others] = new Set(packed.map(([, version]) => version));
  expect(others).toEqual([]);
  expect([read('.node-version').trim(), image]).toEqual([node, `node:${node}-bookworm`]);
});

it('issue forms ask for something, each field once', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }).filter(
    (file) => !file.endsWith('config.yml'),
  );
  expect(forms.map((file) => file.split('/').at(-1)).sort()).toEqual(['bug.yml', 'idea.yml']);
  for (const { name, description, body } of forms.map((file) => parse(read(file)))) {
    expect([typeof name, typeof description]).toEqual(['string', 'string']);
    const fields = body.filter((part: { type: string }) => part.type !== 'markdown');
    expect(
      fields.some((field: { validations?: { required?: boolean } }) => field.validations?.required),
    ).toBe(true);
    expect(new Set(fields.map(({ id }: { id: string }) => id)).size).toBe(fields.length);
  }
});

it.each(['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'README.md'])(
  '%s links to what exists',
  (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  },
);
