import { deflateSync } from 'node:zlib';
import { ownShingles, quotations, sharedRuns, shingles, similarity } from '@orbita/domain/essay';
import { readReturn } from '@orbita/domain/payment';
import { groupsOfClaims, rolesOfGroups } from '@orbita/domain/staff';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { ALPHABETS, expectInLine, type Growing, nested, textOf } from '../../testing/growth.ts';
import { pdfAround } from '../../testing/hostile-files.ts';
import { readAnswer } from '../catalogue/academic/answer.ts';
import { foreignLine } from '../catalogue/encoding.ts';
import { imageProblem } from '../catalogue/images.ts';
import { compileContract, contractProblems } from '../contract/compile.ts';
import { blocksOf } from '../contract/html-blocks.ts';
import { contractPdf } from '../contract/pdf.ts';
import { fillTemplate } from '../contract/template.ts';
import { inspect } from '../document/inspection/thread.ts';

const KIB = 1024;
type Text = (size: number) => string;
const growing = (size: number, inputs: Record<string, Text>, work: (text: string) => unknown): Growing[] =>
  Object.entries(inputs).map(([name, text]) => ({
    name,
    size,
    work: (more) => {
      const given = text(more);
      return () => work(given);
    },
  }));
const repeated = (...parts: string[]): Record<string, Text> =>
  Object.fromEntries(
    parts.map((part) => [`nothing but ${JSON.stringify(part.slice(0, 40))}`, (size) => textOf(part, size)]),
  );
const numbered = (size: number, line: (n: number) => string) =>
  Array.from({ length: Math.ceil(size / line(0).length) }, (_, n) => line(n)).join('');

const HTML = repeated(
  ...ALPHABETS,
  ...[
    '<b>',
    '<b></b>',
    '</b>',
    '<ul><li>',
    '<p>',
    '<table><tr><td>',
    '<td>',
    '<x>',
    '<svg>',
    '<!--',
    '<![CDATA[',
    '<script>',
    '<',
  ],
  ...[
    '<td colspan="2">',
    '<td a="',
    '<td a=b ',
    '&amp;',
    '&#123;',
    '{{candidate.name}}',
    '{{#plans}}',
    '{{#plans}}{{/plans}}',
  ],
  ...['{{/plans}}', '{{x}}', '{{ ', '{{^plans}}<p>a</p>{{/plans}}', '<b>a</b>\n', 'palavra '],
);

const EVIDENCE = {
  ...{
    identifier: 'CT:1',
    hash: `sha256:${'a'.repeat(64)}`,
    acceptedAt: new Date(0),
    timeZone: 'America/Sao_Paulo',
  },
  ...{ ip: '203.0.113.7', method: 'password', candidate: 'Candidata', guardian: null, subscriptionId: 1 },
};

const sheetOf = async (parts: Record<string, Buffer>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(content, name);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};
const WORKBOOK = {
  '[Content_Types].xml': Buffer.from('<Types/>'),
  'xl/workbook.xml': Buffer.from('<workbook/>'),
};
const shared = (size: number) => Buffer.from(textOf('<si><t>a</t></si>', size));

const memoryOf = (content: Buffer): ArrayBuffer => {
  const memory = new ArrayBuffer(content.length);
  Buffer.from(memory).set(content);
  return memory;
};
const inspected = (content: Buffer) => {
  const bytes = memoryOf(content);
  return () => inspect({ bytes, accepted: ['pdf', 'jpeg', 'xlsx'] });
};
const PACKED = deflateSync(Buffer.alloc(64 * KIB, '/Type/Page '));
const group = Buffer.concat([Buffer.from('/Type/ObjStm stream\n'), PACKED]);
const FRAME = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xff, 0xda, 0, 2]);
const photo = (middle: Buffer) => Buffer.concat([FRAME, middle, Buffer.from([0xff, 0xd9])]);

const FILES: Record<string, (size: number) => () => unknown> = {
  ...Object.fromEntries(
    [
      '/',
      '/Type',
      '/Type/Page ',
      `/Type${' '.repeat(31)}`,
      '/Type/ObjStm ',
      '/Type/ObjStm stream\nx',
      'PK\u0005\u0006',
      '<<',
      'obj',
    ].map((piece) => [
      `a PDF of ${JSON.stringify(piece)}`,
      (size: number) => inspected(pdfAround(textOf(piece, size))),
    ]),
  ),
  'a PDF of packed groups': (size) =>
    inspected(pdfAround(Buffer.concat(Array(Math.ceil(size / group.length / 8)).fill(group)))),
  ...Object.fromEntries(
    [[0xff], [0xff, 0x00], [0xff, 0xd0], [0xff, 0xda, 0, 2], [0xff, 0xe1, 0, 2], [0, 1, 2]].map((piece) => [
      `a photo of ${piece.map((one) => one.toString(16)).join(' ')}`,
      (size: number) => inspected(photo(Buffer.alloc(size, Buffer.from(piece)))),
    ]),
  ),
};

const SVG = repeated(
  '<g>',
  '<g></g>',
  '<use href="#a"/>',
  '<path d="M0 0"/>',
  '<!--',
  '<!-- a -->',
  '<g a="',
  '<g fill="url(#a)"/>',
  '&amp;',
  ' ',
  '<g id="a" ',
  'a',
);
const LINE = (kind: string, segment = ' ') =>
  `03300013${'00001'}${segment}`.padEnd(240, '0').replace(/^(.{7})./, `$1${kind}`);

const THEIRS = 'uma palavra depois da outra e mais uma ainda '.repeat(40);
const WORDS = repeated(
  ...ALPHABETS,
  'a ',
  'á ',
  'a\u0301 ',
  'a, ',
  '\n',
  '\u200b',
  '\u{1F600}',
  'a-',
  'uma palavra depois da outra ',
);

describe('S49: files and texts are read in time linear in their size', () => {
  it('contract texts: cleaned, filled, parsed and rendered as PDF', async () => {
    const inputs = [
      ...growing(10_000, HTML, (html) => contractProblems(html)),
      ...growing(10_000, HTML, (html) => {
        const { parts } = compileContract(html);
        const item = { name: 'a', value: '1' };
        try {
          if (parts) blocksOf(fillTemplate(parts, { candidate: { name: 'a' }, plans: Array(20).fill(item) }));
        } catch {
          // An unknown name, or a text that would become too long.
        }
      }),
      ...growing(
        4_000,
        repeated('palavra ', 'a', '<p>a</p>', '<p>', '<li>a</li>', 'e\u0301', '<b>a</b>', '<br>'),
        (html) => contractPdf(html, 'Contrato', EVIDENCE),
      ),
      ...growing(1_500, repeated('<tr><td>a</td></tr>', '<td>a</td>'), (rows) =>
        contractPdf(`<table><tr>${rows}</tr></table>`, 'Contrato', EVIDENCE),
      ),
    ];
    expect(await expectInLine(inputs)).toBe(inputs.length);
  });

  it('documents uploaded by people', async () => {
    const inputs = Object.entries(FILES).map(([name, work]) => ({ name, size: 256 * KIB, work }));
    expect(await expectInLine(inputs)).toBe(inputs.length);
  });

  it('spreadsheets: shared strings, huge dimensions, entities and many parts', async () => {
    const dimension = Buffer.from('<worksheet><dimension ref="A1:XFD1048576"/></worksheet>');
    const entities = (size: number) => Buffer.from(`<!DOCTYPE a [${textOf('<!ENTITY a "&b;">', size)}]><a/>`);
    const kinds: Record<string, (size: number) => Record<string, Buffer>> = {
      'shared strings': (size) => ({ 'xl/sharedStrings.xml': shared(size) }),
      'huge dimensions': () => ({ 'xl/worksheets/sheet1.xml': dimension }),
      entities: (size) => ({ 'xl/styles.xml': entities(size) }),
      parts: (size) =>
        Object.fromEntries(Array.from({ length: size / 1000 }, (_, n) => [`xl/${n}.xml`, dimension])),
    };
    const wrong: string[] = [];
    for (const [name, parts] of Object.entries(kinds)) {
      const made = new Map<number, Buffer>();
      for (const size of [200_000, 800_000]) made.set(size, await sheetOf({ ...WORKBOOK, ...parts(size) }));
      await expectInLine([
        { name, size: 200_000, work: (size) => inspected(made.get(size) ?? Buffer.alloc(0)) },
      ]).catch((error: Error) => wrong.push(error.message));
    }
    expect(wrong).toEqual([]);
  });

  it('pictures of a theme', async () => {
    const inputs = growing(60_000, SVG, (middle) =>
      imageProblem('a.svg', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${middle}</svg>`), 'logo'),
    );
    expect(await expectInLine(inputs)).toBe(inputs.length);
  });

  it('files that are not UTF-8, and bank returns', async () => {
    const inputs = [
      ...growing(100_000, { 'lines before a wrong one': (size) => textOf('a\n', size) }, (text) =>
        foreignLine(Buffer.concat([Buffer.from(text), Buffer.from([0xff])])),
      ),
      ...growing(
        120_000,
        {
          header: (size) => textOf(`${LINE('0')}\n`, size),
          segments: (size) =>
            `${LINE('0')}\n${LINE('1')}\n${textOf(`${LINE('3', 'T')}\n${LINE('3', 'U')}\n`, size)}`,
          ...repeated('\n', ' ', '\r', '\u001a', '0', ' \n', 'T'),
        },
        (text) => readReturn(text),
      ),
    ];
    expect(await expectInLine(inputs)).toBe(inputs.length);
  });

  it('answers of academic catalogues and of sign-in providers', async () => {
    const lists = { version: 1, intakes: [], disciplines: [], electives: [], classes: [] };
    const answer = (change: (size: number) => object) => (size: number) => {
      const body = { ...lists, ...change(size) };
      return () => {
        try {
          readAnswer(body);
        } catch {
          // Refused with the first problems.
        }
      };
    };
    const intake = (n: number) => ({
      code: `k${n}`,
      institution: 'a',
      start: '2026-01-01',
      end: '2026-02-01',
    });
    const times = <T>(size: number, one: (n: number) => T) => Array.from({ length: size }, (_, n) => one(n));
    const groups = (size: number) => times(size, (n) => `grupo ${n}`);
    const inputs: Growing[] = [
      { name: 'intakes', size: 1_500, work: answer((size) => ({ intakes: times(size, intake) })) },
      {
        name: 'the same intake',
        size: 1_500,
        work: answer((size) => ({ intakes: times(size, () => intake(1)) })),
      },
      { name: 'nothing right', size: 1_500, work: answer((size) => ({ intakes: times(size, () => ({})) })) },
      {
        name: 'unknown sections',
        size: 5_000,
        work: answer((size) => Object.fromEntries(times(size, (n) => [`k${n}`, 1]))),
      },
      { name: 'depth', size: 1_000, work: answer((size) => ({ intakes: nested(size, 'list') })) },
      {
        name: 'groups of a person and of a console',
        size: 2_000,
        work: (size) => () => {
          const given = groupsOfClaims({ groups: groups(size) }, 'groups');
          if (Array.isArray(given))
            rolesOfGroups(
              given,
              groups(500).map((group) => ({ group, role: 'leitura', institutions: null })) as never,
            );
        },
      },
    ];
    expect(await expectInLine(inputs)).toBe(inputs.length);
  });

  it('essays and the texts of their themes', async () => {
    const inputs = [
      ...growing(20_000, WORDS, (text) => shingles(text)),
      ...growing(20_000, WORDS, (text) => ownShingles(text, shingles(text))),
      ...growing(20_000, WORDS, (text) => quotations(text, shingles(THEIRS))),
      ...growing(20_000, WORDS, (text) => sharedRuns(text, text, new Set())),
      ...growing(20_000, WORDS, (text) => similarity(text, THEIRS)),
      ...growing(20_000, { 'different words': (size) => numbered(size, (n) => `p${n} `) }, (text) =>
        sharedRuns(text, text, new Set()),
      ),
    ];
    expect(await expectInLine(inputs)).toBe(inputs.length);
  });
});
