import { normaliseName, socialName } from '@orbita/domain/foundation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pdfText } from '../../testing/pdf-text.ts';
import { EVERYTHING } from '../../testing/sample.ts';
import { printable, printableLetters } from '../platform/pdf-fonts.ts';
import { cleanHtml } from './clean-html.ts';
import { contractingParty, type EvidencePage } from './evidence.ts';
import { blocksOf } from './html-blocks.ts';
import { contractPdf } from './pdf.ts';
import { readStructure } from './pdf-words.ts';
import { lostOf } from './proof.ts';

const EVIDENCE: EvidencePage = {
  identifier: 'CT-GRAD:1',
  hash: `sha256:${'a'.repeat(64)}`,
  acceptedAt: new Date('2026-01-12T13:40:00Z'),
  timeZone: 'America/Sao_Paulo',
  ip: '203.0.113.7',
  method: 'password',
  candidate: 'Candidata Um',
  guardian: null,
  subscriptionId: 5001,
};

const INLINE = ['strong', 'b', 'em', 'i', 'u', 'sup', 'sub', 'small', 'span'];
const BLOCKS = [
  'h1',
  'h2',
  'h3',
  'h4',
  'p',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'blockquote',
  'div',
  'section',
];
const TABLES = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

const word = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-zA-ZÀ-ÿ0-9]{1,12}$/) },
  fc.constantFrom(
    '✓',
    '→',
    '☐',
    '≥',
    'R$',
    '1.500,00',
    '§',
    'ª',
    '–',
    'final',
    'Nguyễn',
    '&amp;',
    '&lt;b&gt;',
    'e\u0301',
    'a\u00a0b',
  ),
  fc.integer({ min: 60, max: 400 }).map((length) => 'm'.repeat(length)),
);
const text = fc
  .array(word, { minLength: 1, maxLength: 12 })
  .chain((words) => fc.constantFrom(' ', '\n ', '<br>').map((between) => words.join(between)));
const attributes = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }))
    .map(([columns, rows]) => ` colspan="${columns}" rowspan="${rows}"`),
  fc.constantFrom(' colspan="999"', ' rowspan="999"', ' colspan="30"'),
);

const ofList = fc.constantFrom(
  ...['', ' start="7"', ' start="-2"', ' type="a" start="26"', ' type="I"', ' reversed', ' value="5"'],
  ...[' style="list-style-type: lower-roman"', ' style="list-style:upper-latin inside" start="702"'],
);
/** Elements equivalent to one that a contract may have. */
const OTHERS = ['h5', 'h6', 'article', 'center', 'figure', 'menu', 'pre', 'ins', 'address'];

/** HTML of the elements that a contract may have, nested in any order, valid or not. */
const anyHtml: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    { weight: 3, arbitrary: text },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...INLINE, ...BLOCKS, ...OTHERS, ...TABLES, ...TABLES, 'hr'),
          fc.tuple(attributes, ofList),
          fc.array(tie('node'), { maxLength: 5 }),
        )
        .map(([name, [given, counted], inner]) => {
          const own = /^t[hd]$/.test(name) ? given : /^(ol|li)$/.test(name) ? counted : '';
          return name === 'hr' ? '<hr>' : `<${name}${own}>${inner.join('')}</${name}>`;
        }),
    },
  ),
})).node;

const cell = fc
  .tuple(fc.constantFrom('td', 'th'), attributes, fc.array(fc.oneof(text, anyHtml), { maxLength: 3 }))
  .map(
    ([name, given, inner]) => `<${name}${given}>${inner.map((one) => `<p>${one}</p>`).join('')}</${name}>`,
  );

/** Tables as colleges write them: uneven rows, spans, a caption, cells with several paragraphs, and some taller than a page. */
const anyTable: fc.Arbitrary<string> = fc
  .tuple(
    fc.option(text),
    fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 }),
    fc.option(fc.integer({ min: 1, max: 4 })),
  )
  .map(([caption, rows, tall]) => {
    const lines = rows.map((cells) => `<tr>${cells.join('')}</tr>`);
    if (tall)
      lines.splice(
        1,
        0,
        `<tr>${Array.from({ length: tall }, (_, of) => `<td>${Array.from({ length: 700 }, (_, n) => `t${of}x${n}`).join(' ')}</td>`).join('')}</tr>`,
      );
    return `<table>${caption === null ? '' : `<caption>${caption}</caption>`}<tbody>${lines.join('')}</tbody></table>`;
  });

describe('contract as PDF', () => {
  it('splits cleaned HTML into blocks', () => {
    const run = (text: string, bold = false) => ({ text, bold, italic: false });
    expect(blocksOf('<h1>A &amp; B</h1>\n<p>um <strong>dois</strong></p><ol>\n<li>x</li></ol>')).toEqual([
      { kind: 'h1', runs: [run('A & B')] },
      { kind: 'p', runs: [run('um '), run('dois', true)] },
      { kind: 'list', items: [{ mark: '1.', blocks: [{ kind: 'p', runs: [run('x')] }] }] },
    ]);
    const table =
      '<table><caption>t</caption><thead><tr><th>a</th></tr></thead><tr><td rowspan="2">b</td></tr></table>';
    const cell = { scope: 'Column', columns: 1 };
    expect(blocksOf(table)).toEqual([
      {
        kind: 'table',
        caption: [{ kind: 'p', runs: [run('t', true)] }],
        groups: [
          [[{ ...cell, head: true, rows: 1, blocks: [{ kind: 'p', runs: [run('a', true)] }] }]],
          [[{ ...cell, head: false, rows: 2, blocks: [{ kind: 'p', runs: [run('b')] }] }]],
        ],
      },
    ]);
  });

  it('keeps nested spans, lists and captions complete and in order, and shows special characters', async () => {
    const html = cleanHtml(`<p>☐ li ✓ → ≥ 75 %</p><table><caption>Quadro de valores</caption>
      <tr><th colspan="2">Plano</th></tr><tr><th>Parcela</th><th>Valor</th><th rowspan="2">Total</th></tr>
      <tr><td rowspan="3"><p>à vista</p><p>sem juros</p><ol><li>Pix</li><li>cartão</li></ol></td><td>R$ 1,00</td></tr>
      <tr><td>R$ 2,00</td><td>R$ 3,00</td></tr><tr></tr></table>
      <ol><li>Da mensalidade<ul><li>do boleto</li></ul></li><li>Da multa</li></ol>`);
    const pdf = await contractPdf(html, 'Contrato', EVIDENCE);
    expect(await lostOf(pdf, html, EVIDENCE)).toBeUndefined();
    const words = (await readStructure(pdf)).map(({ text }) => text.trim()).join(' ');
    expect(words).toContain(
      '☐ li ✓ → ≥ 75 % Quadro de valores Plano Parcela Valor Total à vista sem juros 1. Pix 2. cartão R$ 1,00 ' +
        'R$ 2,00 R$ 3,00 1. Da mensalidade • do boleto 2. Da multa Registro',
    );
    const raw = (await contractPdf(html, 'Contrato', EVIDENCE, false)).toString('latin1');
    for (const tag of ['/S /Caption', '/S /TH', '/RowSpan 3', '/ColSpan 2', '/S /LI', '/S /Lbl'])
      expect(raw).toContain(tag);
  });

  it('lets a cell taller than a page flow over pages, beside others', async () => {
    const tall = (name: string, count: number) =>
      `<td>${Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ')}</td>`;
    const html = `<table><tr>${tall('a', 1_500)}${tall('b', 900)}</tr><tr><td>fim</td></tr></table>`;
    const pdf = await contractPdf(html, 'Contrato', EVIDENCE);
    expect(await lostOf(pdf, html, EVIDENCE)).toBeUndefined();
    expect((await pdfText(pdf)).match(/página 1 de (\d+)/)?.[1]).toBe('4');
  });

  it('keeps every word in order, whatever elements it is in', { timeout: 600_000 }, async () => {
    const any = fc.oneof(
      fc.array(anyHtml, { maxLength: 6 }).map((parts) => parts.join('')),
      anyTable,
    );
    await fc.assert(
      fc.asyncProperty(any, async (raw) => {
        const html = cleanHtml(raw);
        expect(await lostOf(await contractPdf(html, 'Contrato', EVIDENCE), html, EVIDENCE)).toBeUndefined();
      }),
      { numRuns: EVERYTHING ? 60 : 12 },
    );
  });

  it.each([
    ['<ol><li>x<li>x</ol>', '1. 2.'],
    ['<ol start="3"><li>x<li value="9">x<li>x</ol>', '3. 9. 10.'],
    ['<ol start="0"><li>x<li>x</ol>', '0. 1.'],
    ['<ol type="a" start="25"><li>x<li>x<li>x</ol>', 'y. z. aa.'],
    ['<ol type="A" start="702"><li>x<li>x</ol>', 'ZZ. AAA.'],
    ['<ol type="i" start="3"><li>x<li>x</ol>', 'iii. iv.'],
    ['<ol type="I" start="1994"><li>x<li value="3999">x<li>x</ol>', 'MCMXCIV. MMMCMXCIX. 4000.'],
    ['<ol type="a" start="0"><li>x<li>x</ol>', '0. a.'],
    ['<ol reversed><li>x<li>x<li>x</ol>', '3. 2. 1.'],
    ['<ol reversed start="10" type="A"><li>x<li>x</ol>', 'J. I.'],
    ['<ol style="list-style-type: lower-alpha"><li>x<li>x</ol>', 'a. b.'],
    [
      '<ol style="list-style: upper-roman"><li>x<li type="a">x<li style="list-style-type:decimal">x</ol>',
      'I. b. 3.',
    ],
    ['<ol type="z" start="x"><li value="1e9">x</ol>', '1.'],
    ['<ol start="99999999999"><li>x</ol>', '1.'],
    ['<ul start="4"><li>x<li value="3">x</ul>', '• •'],
    ['<menu><li>x</menu>', '•'],
  ])('numbers %s as a browser does', (html, marks) => {
    const [list] = blocksOf(cleanHtml(html));
    expect(list?.kind === 'list' && list.items.map(({ mark }) => mark).join(' ')).toBe(marks);
  });

  it.each([
    ['a word that is not there', '<p>um dois três</p>', '<p>um três</p>', 'dois'],
    ['another order', '<p>um dois</p>', '<p>dois um</p>', 'um'],
    ['words that stick together', '<td>um</td><td>dois</td>', '<p>umdois</p>', 'um'],
    ['the number of a list', '<ol><li>um</li></ol>', '<ul><li>um</li></ul>', '1.'],
    ['where a list begins', '<ol start="3"><li>um</li></ol>', '<ol><li>um</li></ol>', '3.'],
    ['how a list counts', '<ol type="a"><li>um</li></ol>', '<ol><li>um</li></ol>', 'a.'],
    ['a word too many', '<p>um</p>', '<p>um dois</p>', 'Registro'],
  ])('is compared with its source: %s is found, with its place', async (_what, accepted, written, wanted) => {
    const pdf = await contractPdf(written, 'Contrato', EVIDENCE);
    expect(await lostOf(pdf, accepted, EVIDENCE)).toMatchObject({ wanted });
  });

  it('S46 keeps every cell of tables that are uneven, wider or taller than a page, and words longer than a line', async () => {
    const cells = (count: number, text: string) => `<tr>${`<td>${text}</td>`.repeat(count)}</tr>`;
    const html = `<table>${cells(1, 'uma')}${cells(3, 'três')}</table><table>${cells(40, 'larga')}</table>
      <table>${cells(1, `${'alta '.repeat(4_000)}fim`)}</table><p>${'m'.repeat(20_000)}</p>`;
    const text = await pdfText(await contractPdf(html, 'Contrato', EVIDENCE));
    expect(text.match(/uma/g)).toHaveLength(1);
    expect(text.match(/três/g)).toHaveLength(3);
    expect(text.match(/larga/g)).toHaveLength(40);
    expect(text.match(/alta/g)).toHaveLength(4_000);
    expect(text.match(/m/g)?.length).toBeGreaterThanOrEqual(20_000);
  });

  it('shows text with accents, table, page numbers and evidence, and is the same bytes every time', async () => {
    const html = `<h1>Contrato de prestação</h1><p>Curso de <b>Administração</b> – § 2º</p>
      <table><thead><tr><th>Plano</th></tr></thead><tbody><tr><td>6 parcelas de R$ 400,00</td></tr></tbody></table>
      <ul><li>Primeiro item</li></ul>${'<p>Parágrafo longo de verdade. </p>'.repeat(80)}`;
    const pdf = await contractPdf(html, 'Contrato de prestação', EVIDENCE);
    expect(pdf.equals(await contractPdf(html, 'Contrato de prestação', EVIDENCE))).toBe(true);
    const text = await pdfText(pdf);
    for (const part of [
      'Contrato de prestação',
      'Administração',
      '§ 2º',
      '6 parcelas de R$ 400,00',
      'Primeiro item',
      'página 1 de 4',
      'página 4 de 4',
      'Registro do aceite eletrônico',
      EVIDENCE.hash,
      '12/01/2026 às 10:40',
      '203.0.113.7',
      'Candidata Um',
    ]) {
      expect(text).toContain(part);
    }
    const raw = pdf.toString('latin1');
    expect(raw).toContain('/Lang (pt-BR)');
    expect(raw).toContain('/MarkInfo');
    expect(raw).toContain('/StructTreeRoot');
  });

  it('shows every Latin letter as accepted, and the code point of one its fonts lack', async () => {
    const code = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
    const letters = [...code(0xc0, 0x24f), ...code(0x1e00, 0x1eff)]
      .filter((one) => /\p{L}/u.test(one))
      .join('');
    const name = 'Łukasz Žižek, Nguyễn Thị Ánh, Şeyma Ğ, final e fflor';
    const pdf = await contractPdf(
      `<p>${name}</p><p><b>${name}</b></p><p><i>${name}</i></p><p>${letters}</p><p>[王]</p>`,
      'Contrato',
      EVIDENCE,
    );
    const text = await pdfText(pdf);
    expect(text.split(name)).toHaveLength(4);
    expect(text.replaceAll(/\s/g, '')).toContain(letters);
    expect(text).toContain('[[U+738B]]');
    expect(pdf.toString('latin1')).toMatch(/\/FontFile2/);
  });

  it('draws every letter and accent that a name may have, on contract and slip', async () => {
    const code = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
    const accepted = [
      ...code(0xc0, 0x1eff).filter((one) => /\p{L}/u.test(one)),
      ...code(0x300, 0x36f).map((mark) => `g${mark}`),
    ].filter((one) => normaliseName(one) === one && socialName(`Ana ${one}`) === undefined);
    expect(accepted).toEqual(expect.arrayContaining(['g\u0303', 'g\u0331', 'ɨ', 'ʉ']));
    for (const one of accepted) expect([printable(one), printableLetters(one)]).toEqual([one, one]);
    const name = 'Kuaray G\u0303uarani m\u0302 Ta\u0303\u0331 Mɨrʉ';
    const pdf = await contractPdf(
      `<p>${name}</p><p><b>${name}</b></p><p><i>${name}</i></p>`,
      'Contrato',
      EVIDENCE,
    );
    expect((await pdfText(pdf)).normalize('NFC').split(name.normalize('NFC'))).toHaveLength(4);
  });

  it('names the guardian of a minor as the contracting party', () => {
    const guardian = { name: 'Responsável Um', cpf: '44455566619' };
    expect(contractingParty({ ...EVIDENCE, guardian })).toBe('Responsável Um, CPF 444.555.666-19');
    expect(contractingParty(EVIDENCE)).toBe('Candidata Um');
  });

  it('shows the verification address as text and as a QR code', async () => {
    const url = 'https://exemplo.test/orbita/candidate/verificar/7K3M';
    const text = await pdfText(
      await contractPdf('<p>x</p>', 'Contrato', { ...EVIDENCE, verification: { code: '7K3M-9T', url } }),
    );
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Código de verificação: 7K3M-9T');
    expect(text.replaceAll(/\s+/g, '')).toContain(url);
  });
});
