import { describe, expect, it } from 'vitest';
import { readResults } from './results-file.ts';

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
  });
});
