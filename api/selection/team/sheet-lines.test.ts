import { utils, write } from '@e965/xlsx';
import { resultsIn } from '@orbita/domain/selection';
import { describe, expect, it } from 'vitest';
import { archiveOf, type Part, WORKBOOK } from '../../../testing/archive.ts';
import sheetLines from './sheet-lines.ts';

const ROLL = new Set([5001, 5002, 5003]);
const workbook = (sheet: string, more: readonly Part[] = []): Uint8Array =>
  archiveOf([
    ...WORKBOOK.slice(0, 2),
    { name: 'xl/worksheets/sheet1.xml', content: Buffer.from(sheet) },
    ...more,
  ]);
const linesOf = async (bytes: Uint8Array) => {
  const read = await sheetLines(bytes);
  if ('refused' in read) throw new Error(read.refused);
  return read.lines;
};

describe('a spreadsheet of results', () => {
  it('is read as other programs write it, with its own line numbers', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Inscrição', 'Presente', 'Nota', 'Nota_Redacao'],
      [5001, 'Sim', 640.3, 500],
      [],
      [5002, 'Não & ausente'],
      ['5003', true, '7,5'],
      [5099, 'sim', 1],
    ]);
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Resultados');
    for (const bookSST of [true, false]) {
      const bytes = write(book, { type: 'buffer', bookType: 'xlsx', bookSST }) as Buffer;
      expect(resultsIn(await linesOf(bytes), ROLL)).toEqual({
        rows: [
          { line: 2, subscriptionId: 5001, present: true, score: 640.3, essayScore: 500 },
          { line: 5, subscriptionId: 5003, present: true, score: 7.5, essayScore: null },
        ],
        problems: [
          { line: 4, message: 'escreva sim ou não em presente.' },
          { line: 6, message: 'a inscrição 5099 não está neste horário.' },
        ],
      });
    }
  });

  it('uses the first sheet that people see', async () => {
    const book = utils.book_new();
    for (const [at, name] of ['Apoio', 'Interno', 'Resultados', 'Outra'].entries())
      utils.book_append_sheet(book, utils.aoa_to_sheet([[name, at]]), name);
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 2 }, {}, {}] };
    const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    expect(await linesOf(bytes)).toEqual([{ line: 1, cells: ['Resultados', '2'] }]);
  });

  it('uses the first sheet of the workbook, cells without a position, and prefixed names', async () => {
    const part = (name: string, content: string): Part => ({ name, content: Buffer.from(content) });
    const bytes = archiveOf([
      part('[Content_Types].xml', '<Types/>'),
      part(
        'xl/workbook.xml',
        '<x:workbook><x:sheets><x:sheet name="B" r:id="rId7"/></x:sheets></x:workbook>',
      ),
      part(
        'xl/_rels/workbook.xml.rels',
        '<Relationships><Relationship Id="rId7" Target="worksheets/b.xml"/></Relationships>',
      ),
      part('xl/worksheets/sheet1.xml', '<worksheet><row r="1"><c><v>1</v></c></row></worksheet>'),
      part(
        'xl/worksheets/b.xml',
        '<x:worksheet><x:row><x:c t="inlineStr"><x:is><x:t>a&amp;</x:t><x:t>&#66;</x:t></x:is></x:c><x:c/><x:c><x:v>0.30000000000000004</x:v></x:c></x:row></x:worksheet>',
      ),
    ]);
    expect(await linesOf(bytes)).toEqual([{ line: 1, cells: ['a&B', '', '0.3'] }]);
  });

  it('is refused with an explanation in other formats, and never read more than needed', async () => {
    expect(await sheetLines(Buffer.from('inscricao;presente;nota'))).toHaveProperty('refused');
    expect(await sheetLines(Buffer.from('PK\u0003\u0004'))).toHaveProperty('refused');
    expect(await sheetLines(archiveOf([]))).toHaveProperty('refused');
    const rows = (count: number, cell: string) =>
      workbook(`<worksheet>${`<row>${cell}</row>`.repeat(count)}</worksheet>`);
    expect(await linesOf(rows(5_000, '<c><v>1</v></c>'))).toHaveLength(1_003);
    expect((await linesOf(rows(1, '<c r="ZZZZZZZZ1"><v>1</v></c>'))).length).toBe(0);
    expect((await linesOf(rows(1, '<c><v>1</v></c>'.repeat(500))))[0]?.cells).toHaveLength(50);
    for (const broken of ['<row', '<row><c t="s"><v>9</v>', '<'.repeat(200_000), '<c r="'.repeat(50_000)])
      expect(await linesOf(workbook(broken))).toEqual([]);
  });
});
