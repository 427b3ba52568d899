import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Client, type Harness, OPERATIONS_TOKEN, startHarness } from '../api/testing/harness.ts';
import {
  acceptContract,
  apply,
  fillData,
  payByPix,
  signUp,
  upload,
  writeEssay,
} from '../api/testing/journey.ts';
import { CANDIDATE_01 } from '../api/testing/people.ts';
import { main } from './main.ts';

const ROOT = join(import.meta.dirname, '..');
const TEXT = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8');

let harness: Harness;
let folder: string;
let candidate: Client;
let personId: number;
let id: number;
const env: NodeJS.ProcessEnv = {};
/** What stands in place of the tutorial's capitals, once a list has shown it. */
const known: Record<string, string> = {};
const said: { line: string; out: string }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbita-tutorial-'));
  harness = await startHarness();
  candidate = harness.visitor('nova.localhost');
});
afterAll(async () => {
  await harness.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the candidate does in the browser, as the calls its page makes. */
const BROWSER: Record<string, () => Promise<unknown>> = {
  async essay() {
    ({ personId } = await signUp(candidate, CANDIDATE_01, 'nova'));
    id = (await apply(candidate, 'gestão pública')).id;
    await writeEssay(candidate, id);
  },
  async payment() {
    await fillData(candidate, personId, id, CANDIDATE_01);
    await acceptContract(candidate, id);
    const { paymentId } = await payByPix(candidate, id);
    await harness.operationsOf('nova').call('POST /operations/simulator/payments/{paymentId}', {
      params: { paymentId },
      body: { result: 'paid' },
    });
    await vi.waitFor(async () => expect(await status()).toBe(5), 10_000);
  },
  async document() {
    const asked = await harness
      .operationsOf('nova')
      .call('GET /operations/documents', { query: { subscriptionId: id } });
    expect(asked.body.data.map(({ name }) => name)).toEqual(['Documento de identidade']);
    expect((await upload(candidate, id, asked.body.data[0]?.id as number)).status).toBe(201);
    const sent = () =>
      harness.operationsOf('nova').call('GET /operations/documents', { query: { state: 'sent' } });
    await vi.waitFor(async () => expect((await sent()).body.data).toHaveLength(1), 10_000);
  },
};

const status = async () =>
  (await harness.operationsOf('nova').call('GET /operations/subscriptions/{id}', { params: { id } })).body
    .subscriptionStatus;

const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

/** Lists show the number that the commands after them ask for. */
const LISTS: Record<string, string> = { essay: 'ESSAY', document: 'DOCUMENT', subscription: 'SUBSCRIPTION' };

const orbita = async (line: string) => {
  const given = words(line)
    .map((word) => known[word] ?? word)
    .map((word) => (word.startsWith('nova/') ? join(folder, word) : word));
  let out = '';
  const write = (text: string) => {
    out += `${text}\n`;
  };
  const exit = await main(given, env, { out: write, err: write });
  expect([line, exit, out]).toEqual([line, 0, out]);
  said.push({ line, out });
  const [group = '', verb] = given;
  if (verb === 'list') known[LISTS[group] ?? ''] = /^\S+/.exec(out.split('\n')[1] ?? '')?.[0] ?? '';
};

const shell = async (line: string) => {
  const [, name, value] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
  if (line.startsWith('npx orbita ')) return orbita(line.slice('npx orbita '.length));
  if (name === 'ORBITA_URL') env[name] = harness.url;
  else if (name === 'ORBITA_OPERATIONS_TOKEN') env[name] = OPERATIONS_TOKEN;
  else if (name) env[name] = value;
  else if (line === 'cp -r catalogue/exemplo nova')
    cpSync(join(ROOT, 'catalogue/exemplo'), join(folder, 'nova'), { recursive: true });
  else if (line !== 'npm start') throw new Error(`The tutorial asks for ${line}, which nobody tries`);
};

const edit = (file: string, from: string, to: string) => {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
};

it('the tutorial enrols a candidate at a new college, command by command', async () => {
  for (const step of TEXT.matchAll(
    /```sh\n([\s\S]*?)```|<!-- browser: (\w+) -->|<!-- edit: (\S+) (.+) => (.+) -->/g,
  )) {
    const [, block, page, file, from = '', to = ''] = step;
    if (block) for (const line of block.trim().split('\n')) await shell(line);
    else if (page) await (BROWSER[page] as () => Promise<unknown>)();
    else edit(file as string, from, to);
  }
  const told = (start: string) => said.find(({ line }) => line.startsWith(start))?.out;
  expect(told('tenant create')).toMatch(
    /Faculdade Nova \(nova\) is live: \d+ entries in [\d.]+ s\.\n {2}nova\.localhost/,
  );
  expect(told('catalogue plan')).toMatch(/change +prices +P-GES +plan/);
  expect(await status()).toBe(7);
});

it('the new college has its own brand', async () => {
  const page = await harness
    .visitor('nova.localhost')
    .send('GET', '/orbita/candidate/', { headers: { accept: 'text/html' } });
  expect(String(page.body)).toContain('#1b5e20');
  const logo = await harness.visitor('nova.localhost').send('GET', '/assets/nova/nova.svg');
  expect([logo.status, String(logo.body)]).toEqual([200, expect.stringContaining('Faculdade Nova')]);
});
