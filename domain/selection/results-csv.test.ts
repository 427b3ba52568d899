import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readResults, resultsText } from './results-csv.ts';

const ROLL = new Set([5001, 5002, 5003]);
const messages = (text: string) =>
  readResults(text, ROLL).problems.map(({ line, message }) => `${line} ${message}`);

describe('a file of results', () => {
  it('is read with either separator, any order of columns and spreadsheet quirks', () => {
    const semicolons =
      '\uFEFFInscrição;Presente;Nota;Nota_Redacao\r\n5001;Sim;640,5;500\r\n5002;NÃO;;\r\n\r\n';
    expect(readResults(semicolons, ROLL)).toEqual({
      rows: [
        { line: 2, subscriptionId: 5001, present: true, score: 640.5, essayScore: 500 },
        { line: 3, subscriptionId: 5002, present: false, score: null, essayScore: null },
      ],
      problems: [],
    });
    expect(readResults('nota,presente,inscricao\n"150","sim","5003"', ROLL).rows).toEqual([
      { line: 2, subscriptionId: 5003, present: true, score: 150, essayScore: null },
    ]);
  });

  it('reports the problem of each line, and keeps the others', () => {
    const text = [
      'inscricao;presente;nota;nota_redacao',
      '5099;sim;640;',
      '5001;sim;1001;',
      '5002;sim;;',
      '5003;sim;700;',
      '5003;sim;700;',
      'abc;sim;1;',
      '5002;talvez;1;',
      '5001;não;10;',
    ].join('\n');
    expect(messages(text)).toEqual([
      '2 a inscrição 5099 não está neste horário.',
      '3 a nota deve ser de 0 a 1000.',
      '4 presente sem nota.',
      '6 inscrição repetida na linha 5.',
      '7 "abc" não é um número de inscrição.',
      '8 inscrição repetida na linha 4.',
      '9 inscrição repetida na linha 3.',
    ]);
    expect(readResults(text, ROLL).rows.map(({ subscriptionId }) => subscriptionId)).toEqual([5003]);
  });

  it('is refused without its columns, and when it has too many lines', () => {
    expect(messages('')).toEqual(['1 faltam as colunas inscricao, presente, nota.']);
    expect(messages('PK\u0003\u0004')).toEqual(['1 faltam as colunas inscricao, presente, nota.']);
    expect(messages(`inscricao;presente;nota${'\n5001;sim;1'.repeat(1002)}`)).toEqual([
      '1 o arquivo tem mais de 1000 linhas.',
    ]);
    const many = (count: number) => messages(`inscricao;presente;nota${'\n5001;sim;1\n;;'.repeat(count)}\n`);
    expect(many(1001)).toEqual(['1 o arquivo tem mais de 1000 linhas.']);
    expect(many(1000)).toHaveLength(999);
  });

  it.each<[string, string, number | null]>([
    ['a decimal comma in quotes', 'inscricao,presente,nota,nota_redacao\n5001,sim,"640,5","300,0"', 300],
    ['tabs', 'inscricao\tpresente\tnota\tnota_redacao\n5001\tsim\t640,5\t300', 300],
    ['the separator in a name', 'nome;inscricao;presente;nota\n"Um; ""Dois""";5001;sim;640,5', null],
    ['quotes within a name', 'nome;inscricao;presente;nota\nUm "Dois";5001;sim;640,5', null],
    ['a line break in a cell', 'nota;inscricao;obs;presente\n640,5;5001;"a\r\nb";sim', null],
    ['spaces around quotes', 'inscricao; presente ;nota\n5001 ; "sim" ; "640,5"', null],
    ['old ends of lines', 'inscricao;presente;nota\r5001;sim;640,5\r\u001a', null],
    ['doubled ends of lines', 'inscricao;presente;nota\r\r\n5001;sim;640,5\r\r\n', null],
    ['empty lines and cells', 'inscricao;presente;nota;;\n;;;;\n5001;sim;640,5;;\n;;;;', null],
    ['signs that nobody sees', 'inscricao;presente;nota\n\u200b5001\u2060;\u00a0sim;640,5\u0000', null],
  ])('keeps every score with %s', (_, text, essayScore) => {
    const { rows, problems } = readResults(text, ROLL);
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([{ subscriptionId: 5001, present: true, score: 640.5, essayScore }]);
  });

  it.each([
    [
      'a decimal comma without quotes',
      'inscricao,presente,nota\n5001,sim,640,5',
      '2 há mais células do que colunas.',
    ],
    ['a column twice', 'inscricao;presente;nota;Nota\n5001;sim;640;1', '1 a coluna nota aparece duas vezes.'],
    [
      'quotes that do not end',
      'inscricao;presente;nota\n"5001;sim;640\n5002;não;',
      '2 há aspas que não fecham a célula.',
    ],
    [
      'quotes that end early',
      'inscricao;presente;nota\n5001;"sim"x;640',
      '2 há aspas que não fecham a célula.',
    ],
  ])('is refused as a whole with %s', (_, text, problem) => {
    expect(readResults(text, ROLL).rows).toEqual([]);
    expect(messages(text)).toEqual([problem]);
  });

  it('counts lines as the person who opens it does', () => {
    const text = 'inscricao;obs;presente;nota\n5001;"a\nb";sim;1\n\n5099;;sim;1';
    expect(messages(text)).toEqual(['5 a inscrição 5099 não está neste horário.']);
  });

  it('is read in the encodings in which spreadsheets save it', () => {
    const text = 'Inscrição;Presente;Nota\r\n5001;NÃO;\r\n';
    const codes = (of: string) => Array.from(of, (one) => one.charCodeAt(0));
    const utf16 = (isLittle: boolean) =>
      codes(`\uFEFF${text}`).flatMap((one) => (isLittle ? [one & 255, one >> 8] : [one >> 8, one & 255]));
    const files = [
      new TextEncoder().encode(text),
      new TextEncoder().encode(`\uFEFF${text.normalize('NFD')}`),
      ...[codes(text), utf16(true), utf16(false)].map((bytes) => Uint8Array.from(bytes)),
    ];
    for (const file of files)
      expect(readResults(resultsText(file), ROLL)).toMatchObject({
        rows: [{ subscriptionId: 5001, present: false }],
        problems: [],
      });
  });

  it('gives every score back, whatever stands beside it', () => {
    const cell = fc.stringMatching(/^[a;,"\n\r\t ]{0,6}$/);
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.constantFrom(';', ',', '\t'), fc.array(cell, { maxLength: 4 }), (separator, beside) => {
        const head = ['inscricao', 'presente', 'nota', ...beside.map((_, at) => `obs${at}`)].join(separator);
        const row = (own: readonly string[]) => [...own, ...beside].map(quoted).join(separator);
        const text = [head, row(['5001', 'sim', '640,5']), row(['5002', 'não', ''])].join('\r\n');
        expect(readResults(text, ROLL).rows).toMatchObject([
          { subscriptionId: 5001, score: 640.5 },
          { subscriptionId: 5002, present: false },
        ]);
      }),
    );
  });
});
