import { describe, expect, it } from 'vitest';
import { XLSX_SHEET, XLSX_TAIL, xlsxHead, xlsxParts, xlsxRows } from './index.ts';

const parts = xlsxParts('Inscrições & mais');
const read = (place: string): string => parts[place] ?? '';
const attribute = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`\\b${name}="([^"]*)"`, 'g'))].map((found) => found[1] ?? '');

/** Names from the standard (ECMA-376), without which spreadsheet programs report the file as damaged. */
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

describe('a file that spreadsheets open (spec-console 25.3.6)', () => {
  it('links the package to the workbook and the workbook to the sheet', () => {
    expect(attribute(read('_rels/.rels'), 'Type')).toEqual([`${OFFICE}/officeDocument`]);
    const [workbook = ''] = attribute(read('_rels/.rels'), 'Target');
    expect(Object.keys(parts)).toContain(workbook);
    const links = read('xl/_rels/workbook.xml.rels');
    expect(attribute(links, 'Type')).toEqual([`${OFFICE}/worksheet`, `${OFFICE}/styles`]);
    expect(attribute(links, 'Target').map((target) => `xl/${target}`)).toEqual([XLSX_SHEET, 'xl/styles.xml']);
    expect(attribute(read(workbook), 'r:id')).toEqual(attribute(links, 'Id').slice(0, 1));
    for (const place of ['_rels/.rels', 'xl/_rels/workbook.xml.rels'])
      expect(attribute(read(place), 'xmlns')).toEqual([`${PACKAGE}/relationships`]);
  });

  it('declares each of its parts', () => {
    const types = read('[Content_Types].xml');
    expect(attribute(types, 'xmlns')).toEqual([`${PACKAGE}/content-types`]);
    expect(attribute(types, 'PartName')).toEqual(['/xl/workbook.xml', '/xl/styles.xml', `/${XLSX_SHEET}`]);
    expect(attribute(types, 'Extension')).toEqual(['rels']);
  });

  it('names its sheet after the list', () => {
    expect(attribute(read('xl/workbook.xml'), 'name')).toEqual(['Inscrições &amp; mais']);
    expect(attribute(read('xl/workbook.xml'), 'xmlns')).toEqual([MAIN]);
    expect(attribute(read('xl/workbook.xml'), 'xmlns:r')).toEqual([OFFICE]);
  });

  it('has its column headings in a frozen row, then the rows', () => {
    const sheet = xlsxHead(['Número', 'Nome']) + xlsxRows([[1, 'Candidata Um']], 2) + XLSX_TAIL;
    expect(attribute(sheet, 'xmlns')).toEqual([MAIN]);
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(attribute(sheet, 'r')).toEqual(['1', 'A1', 'B1', '2', 'A2', 'B2']);
    expect([...sheet.matchAll(/<t xml:space="preserve">([^<]*)</g)].map((found) => found[1])).toEqual([
      'Número',
      'Nome',
      'Candidata Um',
    ]);
    const open = [...sheet.matchAll(/<([a-zA-Z]+)[^>]*?(\/)?>/g)]
      .filter((found) => !found[2])
      .map(([, name]) => name);
    const closed = [...sheet.matchAll(/<\/([a-zA-Z]+)>/g)].map(([, name]) => name);
    expect(open.toSorted()).toEqual(closed.toSorted());
  });
});
