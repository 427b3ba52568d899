import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@orbita/protocol';
import { examples } from '@orbita/protocol/examples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../testing/sample.ts';
import { examplesOf } from './examples.ts';
import { buildProgram, main } from './main.ts';
import { leavesOf, pathOf } from './program.ts';
import { guarded } from './terminal.ts';
import { oneLine, visible, visibleJson } from './visible.ts';

/** What a candidate may write to deceive somebody reading it at a terminal, by kind. */
const TRICKS: Record<string, string> = {
  'colour and cursor': '\u001b[31m\u001b[2J\u001b[1;1H',
  'title of the window, clipboard': '\u001b]0;x\u0007\u001b]52;c;eA==\u001b\\',
  'C1 as one character': '\u009b31m\u0090\u009c\u0085',
  'bell, backspace, return, delete': '\u0007\b\r\u007f\u0000\u000b\u000c',
  'order of writing': '\u202e\u202d\u202a\u202b\u202c\u200e\u200f\u061c',
  isolates: '\u2066\u2067\u2068\u2069',
  'no width': '\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u180e\u3164\u{e0041}',
  'lines that are none': '\u2028\u2029',
  'half a pair': '\ud800',
};
const ALL = Object.values(TRICKS).join('');
/** Ranges of code points that must not be sent to a terminal; iteration distinguishes lone surrogates from pairs. */
const OBEYED = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe007f],
] as const;
const obeyed = (text: string): string[] =>
  [...text].filter((one) =>
    OBEYED.some(([from, to]) => (one.codePointAt(0) ?? 0) >= from && (one.codePointAt(0) ?? 0) <= to),
  );

describe('shown text', () => {
  it.each(Object.entries(TRICKS))('is without %s', (_, trick) => {
    expect(visible(`a${trick}b`)).toBe('ab');
    expect(obeyed(visibleJson({ a: trick }))).toEqual([]);
    expect(JSON.parse(visibleJson({ a: trick }))).toEqual({ a: trick });
  });

  it('keeps lines, tabs, accents and every script', () => {
    const text = 'Avaliação:\r\n\t“São João” – 中文 العربية 🙂';
    expect(visible(text)).toBe('Avaliação:\n\t“São João” – 中文 العربية 🙂');
    expect(oneLine('um\n  7001 approved\u2028x\u0085y')).toBe('um 7001 approved x y');
  });

  it('is cleaned in time linear in the text', () => {
    for (const part of [
      '\u001b]',
      '\u001b[1;',
      '\u001b[',
      '\u009b;a',
      '\u001b];a',
      '\u001b\u001b]]',
      '\u0007\u001b]',
    ])
      expect(obeyed(visible(part.repeat(200_000)))).toEqual([]);
  });
});

/** Adds every trick to every string of an answer. */
const hostile = (value: unknown): unknown =>
  typeof value === 'string'
    ? `${value}${ALL}\nend`
    : Array.isArray(value)
      ? value.map(hostile)
      : value && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hostile(inner)]))
        : value;

/** Commands that do not call the service, and so show nothing written by others. */
const OWN = /^(db|storage|secrets|cell|tenant copy|completion|login|logout)\b/;
const wordsOf = (line: string): string[] =>
  [...(line.split(' > ')[0] ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );

describe('every command', () => {
  let server: Server;
  let refusing = false;
  const served: unknown[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'orbita-cli-'));
  const before = process.cwd();

  const answerOf = (method: string, path: string) => {
    const key = Object.keys(calls).find((one) => {
      const [verb, template = ''] = one.split(' ');
      const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
      return verb === method && new RegExp(`^/orbita/api${pattern}$`).test(path);
    });
    const answers = (key && examples[key as keyof typeof examples]?.answers) ?? {};
    return Object.entries(answers as Record<string, unknown>).find(([status]) => status.startsWith('2'));
  };

  beforeAll(async () => {
    process.chdir(folder);
    writeFileSync('nova.yaml', 'version: 1\n');
    mkdirSync('nova');
    writeFileSync('nova/nova.yaml', 'version: 1\n');
    for (const name of ['results.csv', 'resultados.csv'])
      writeFileSync(name, 'subscriptionId,present,score\n5001,yes,700\n');
    writeFileSync('people.csv', 'document,name\n52998224725,Ana Nunes\n');
    writeFileSync(
      'applications.csv',
      'document,name,offerCode,courseCode,poleCode\n52998224725,Ana Nunes,ADM-ESSAY,ADM,BH\n',
    );
    writeFileSync('graduate.json', '[]');
    writeFileSync('rg.pdf', '%PDF-1.7');
    writeFileSync('CB241100.RET', '0770000000000000');
    server = createServer((request, response) => {
      request.resume();
      const [status, body] = refusing
        ? ['409', { code: 'CONFLICT', message: 'No', errors: [{ field: 'f', message: 'm' }] }]
        : (answerOf(request.method ?? '', request.url?.split('?')[0] ?? '') ?? ['204', undefined]);
      const sent = hostile(body);
      served.push(sent);
      response.writeHead(Number(status), {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`..${visible('-')}\u001b[2J\u202egpj.exe`)}`,
      });
      response.end(body === undefined ? undefined : JSON.stringify(sent));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    process.chdir(before);
    await new Promise((done) => server.close(done));
    rmSync(folder, { recursive: true, force: true });
  });

  /** What one command line prints, with and without the questions answered. */
  const run = async (line: string, ...more: string[]) => {
    const said: string[] = [];
    const write = (text: string | undefined) => void said.push(text ?? '');
    const env = {
      ORBITA_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ORBITA_TENANT: 'nova',
      ORBITA_OPERATIONS_TOKEN: 'svc_x',
    };
    served.length = 0;
    const ask = async (question: string) => {
      write(question);
      return 'y';
    };
    const exit = await main([...more, ...wordsOf(line)], env, {
      out: write,
      err: write,
      progress: write,
      ask,
    });
    return { exit, said: said.join('\n'), asked: served.length > 0 };
  };
  const lines = leavesOf(buildProgram({}, { out: () => undefined, err: () => undefined }))
    .filter((command) => !OWN.test(pathOf(command)))
    .flatMap((command) => examplesOf(command));

  it('shows no terminal control characters, and everything as JSON', async () => {
    const wrong: string[] = [];
    for (const line of sample(lines, 3)) {
      const people = await run(line);
      if (!people.asked || obeyed(people.said).length > 0) wrong.push(`${line}: ${JSON.stringify(people)}`);
      const machine = await run(line, '--json');
      if (obeyed(machine.said).length > 0) wrong.push(`${line} --json: ${JSON.stringify(machine)}`);
    }
    expect(wrong).toEqual([]);
    const { said } = await run('essay show 7001', '--json');
    expect(JSON.parse(said)).toEqual(served[0]);
  });

  it('also shows a refusal that way', async () => {
    refusing = true;
    try {
      for (const more of [[], ['--json']]) {
        const { exit, said } = await run('essay show 7001', ...more);
        expect([exit, obeyed(said)]).toEqual([1, []]);
      }
    } finally {
      refusing = false;
    }
  });

  it('writes a download under a name that shows what it is', async () => {
    const { said } = await run('document download 7001');
    expect(said).toMatch(/^gpj\.exe \(/);
  });
});

it('questions and progress go through the same place', async () => {
  const said: (string | undefined)[] = [];
  const write = (text: string | undefined) => void said.push(text);
  const output = guarded({
    out: write,
    err: write,
    progress: write,
    ask: async (text) => String(said.push(text)),
  });
  output.out(`a${ALL}`);
  output.err(`b${ALL}`);
  output.progress?.(`c${ALL}`);
  output.progress?.(undefined);
  await output.ask?.(`d${ALL}`);
  expect(said).toEqual(['a', 'b', 'c', undefined, 'd']);
});

it('only the terminal module writes to the terminal', () => {
  const wrong = globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !/node_modules|\.test\.ts$|^terminal\.ts$/.test(file))
    .filter((file) =>
      /process\s*\.\s*std|\bconsole\s*[.[,;)}]|\/dev\/tty|'inherit'|writeSync|node:tty|node:readline/.test(
        readFileSync(join(import.meta.dirname, file), 'utf8'),
      ),
    );
  expect(wrong).toEqual([]);
});
