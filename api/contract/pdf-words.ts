import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRef } from '@cantoo/pdf-lib';
import { getDocumentProxy } from 'unpdf';

/** What one structure element of a PDF reads as: its tag, and its text with a blank between separate pieces. */
export type Read = { tag: string; text: string };

/** A piece of marked content: its page, and its number there. */
type Place = { tag: string; id: string };

const name = PDFName.of.bind(PDFName);

/** Pieces of marked content in the order in which a screen reader reads them, which is that of the structure. */
function placesOf(pdf: PDFDocument): Place[] {
  const places: Place[] = [];
  const { context } = pdf;
  const look = (object: PDFObject | undefined) => (object ? context.lookup(object) : undefined);
  const walk = (object: PDFObject | undefined, tag: string, page: PDFObject | undefined): void => {
    const found = look(object);
    if (found instanceof PDFArray) for (const inner of found.asArray()) walk(inner, tag, page);
    else if (found instanceof PDFNumber) {
      if (page instanceof PDFRef) places.push({ tag, id: `p${page.objectNumber}R_mc${found.asNumber()}` });
    } else if (found instanceof PDFDict) {
      const on = found.get(name('Pg')) ?? page;
      const mcid = found.get(name('MCID'));
      if (mcid) walk(mcid, tag, on);
      else walk(found.get(name('K')), String(found.get(name('S')) ?? tag).slice(1), on);
    }
  };
  walk(pdf.catalog.get(name('StructTreeRoot')), '/', undefined);
  return places;
}

type Mark = { type: string; id?: string; str?: string; hasEOL?: boolean };

/** Texts of marked content by page and number. */
async function textsOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const texts = new Map<string, string>();
  for (let at = 1; at <= pdf.numPages; at++) {
    const page = await pdf.getPage(at);
    const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true });
    const open: (string | undefined)[] = [];
    for (const item of items as Mark[]) {
      if (item.type?.startsWith('beginMarkedContent')) open.push(item.id);
      else if (item.type === 'endMarkedContent') open.pop();
      else {
        const id = open.findLast((one) => one !== undefined);
        if (id) texts.set(id, `${texts.get(id) ?? ''}${item.str ?? ''}${item.hasEOL ? '\n' : ''}`);
      }
    }
    page.cleanup();
  }
  await pdf.loadingTask.destroy();
  return texts;
}

/**
 * Reads a tagged PDF with two libraries that did not write it: pdf-lib gives the order of the structure, pdf.js the text as other
 * programs extract it. Artifacts such as page numbers are left out.
 */
export async function readStructure(bytes: Uint8Array): Promise<Read[]> {
  const texts = await textsOf(bytes);
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  return placesOf(pdf).map(({ tag, id }) => ({ tag, text: texts.get(id) ?? '' }));
}
