import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentContent, pdfOf } from './pdf.ts';

export type Paper = { content: Buffer; name: string };
/** What may be wrong with a document; `infected` is the harmless signature for testing scanners. */
export type Flaw = 'blurred' | 'turned' | 'wrong' | 'many-pages' | 'infected';

const photo = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'photos', `${name}.jpg`));
const SIGNATURE = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const GRADES: DocumentContent['lines'] = [
  'Língua Portuguesa   8,0   7,5   8,5',
  'Matemática   6,5   7,0   7,0',
  'Biologia   7,5   8,0   8,0',
  'História   9,0   8,5   9,0',
  'Geografia   8,0   8,0   8,5',
  'Língua Inglesa   7,0   7,5   8,0',
];

/** A file as people send it for a document of that name: a photo of a card or of themselves, else a PDF. */
export async function paperFor(document: string, person: string, flaw?: Flaw): Promise<Paper> {
  if (flaw === 'blurred' || flaw === 'turned' || flaw === 'wrong')
    return { content: photo(flaw), name: 'IMG_2041.jpg' };
  if (/^Foto/.test(document)) return { content: photo('portrait'), name: 'foto.jpg' };
  if (/identidade|CPF|RNE|passaporte/.test(document))
    return { content: photo('card'), name: 'documento.jpg' };
  const pages = flaw === 'many-pages' ? 14 : /Histórico/.test(document) ? 2 : 1;
  const content = await pdfOf({ title: document, person, lines: GRADES, pages });
  if (flaw !== 'infected') return { content, name: 'documento.pdf' };
  return { content: Buffer.concat([content, Buffer.from(`\n%${SIGNATURE}\n`)]), name: 'documento.pdf' };
}
