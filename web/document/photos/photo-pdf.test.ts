import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { inspectFile } from '../../../api/document/inspection/in-thread.ts';
import { JPEG } from '../../../testing/bodies.ts';
import { type PdfPage, pdfOf } from './photo-pdf.ts';

const photo = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../../testing/demo/photos', `${name}.jpg`));
const page = (content: Uint8Array, turns = 0): PdfPage => ({
  content: new Blob([new Uint8Array(content)]),
  turns,
});
const bytesOf = async (pages: readonly PdfPage[]) => new Uint8Array(await (await pdfOf(pages)).arrayBuffer());

/** Rotation and longest side of each page, as pdf.js reads it; its picture is decoded, and has the shape of the page. */
async function decoded(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const found = [];
  for (let at = 1; at <= pdf.numPages; at++) {
    const one = await pdf.getPage(at);
    const { argsArray } = await one.getOperatorList();
    const args = argsArray.find((given) => typeof given?.[0] === 'string' && given.length === 3);
    const image = await new Promise<{ width: number; height: number; data?: Uint8Array }>((done) =>
      one.objs.get(String(args?.[0]), done),
    );
    const [, , across = 0, up = 0] = one.view;
    found.push([one.rotate, Math.max(across, up)]);
    expect(image.data?.some((value) => value !== 0)).toBe(true);
    expect(across / up).toBeCloseTo(image.width / image.height, 1);
  }
  await pdf.loadingTask.destroy();
  return found;
}

it('a PDF of photos is read by pdf.js: a page each, in order, with its shape and rotation, fully decoded', async () => {
  const pages = [page(photo('portrait')), page(photo('card'), 1), page(photo('turned'), 6)];
  const found = await decoded(await bytesOf(pages));
  expect(found).toEqual([
    [0, 842],
    [90, 842],
    [180, 842],
  ]);
});

it('it is valid for a reader that trusts its xref table, and holds each picture byte by byte', async () => {
  const photos = ['portrait', 'card'].map(photo);
  const bytes = await bytesOf(photos.map((content) => page(content)));
  const text = Buffer.from(bytes).toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  expect(text.slice(table, table + 9)).toBe('xref\n0 9\n');
  const entries = text.slice(table).match(/^\d{10} \d{5} [nf] $/gm) ?? [];
  expect(entries).toHaveLength(9);
  for (const [number, entry] of entries.entries())
    if (number > 0) expect(text.slice(Number(entry.slice(0, 10)))).toMatch(new RegExp(`^${number} 0 obj\n`));
  const pdf = await PDFDocument.load(bytes, { throwOnInvalidObject: true });
  const pictures = pdf.context
    .enumerateIndirectObjects()
    .map(([, one]) => one)
    .filter((one) => one instanceof PDFRawStream && one.dict.has(PDFName.of('Width')))
    .map((one) => Buffer.from((one as PDFRawStream).contents));
  expect(pictures).toEqual(photos);
});

it('the server accepts it as a PDF', async () => {
  const { buffer } = await bytesOf(Array.from({ length: 40 }, (_, at) => page(JPEG, at)));
  expect(await inspectFile(1, { bytes: buffer, accepted: ['pdf'] })).toMatchObject({
    ok: true,
    format: 'pdf',
  });
});

it('refuses what a canvas does not produce', async () => {
  const four = Buffer.from(photo('card'));
  const frame = four.indexOf(Buffer.from([0xff, 0xc0]));
  expect(frame).toBeGreaterThan(0);
  four[frame + 9] = 4;
  const empty = Buffer.from(photo('card'));
  empty.fill(0, frame + 5, frame + 9);
  const wrong: [string, Uint8Array][] = [
    ['nothing', new Uint8Array()],
    ['no JPEG', Buffer.from('%PDF-1.4 and more')],
    ['its beginning alone', photo('card').subarray(0, frame + 4)],
    ['four colours', four],
    ['no size', empty],
    ['segments without length', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(200_000, 0xff)])],
  ];
  for (const [what, content] of wrong) await expect(pdfOf([page(content)]), what).rejects.toThrow();
});
