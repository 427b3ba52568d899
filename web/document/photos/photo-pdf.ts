/** A page: a JPEG written by this page's own canvas, and its clockwise quarter turns. */
export type PdfPage = { content: Blob; turns: number };

/** Longest side of an A4 page in points. */
const A4 = 842;
/** What a canvas writes before the frame header is much shorter. */
const HEAD_BYTES = 64 * 1024;
/** Frame markers: SOF0 to SOF15, without those for tables in between. */
const FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
const COLOURS: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB' };

/** Size in pixels and colour space of a JPEG, from its frame header (ITU-T T.81, B.2). Throws for anything else. */
async function frameOf(content: Blob): Promise<{ width: number; height: number; colours: string }> {
  const head = new DataView(await content.slice(0, HEAD_BYTES).arrayBuffer());
  if (head.byteLength < 4 || head.getUint16(0) !== 0xff_d8) throw new Error('No JPEG');
  for (let at = 2; at + 10 <= head.byteLength; at += 2 + head.getUint16(at + 2)) {
    if (head.getUint8(at) !== 0xff) break;
    if (!FRAMES.includes(head.getUint8(at + 1))) continue;
    const [height, width] = [head.getUint16(at + 5), head.getUint16(at + 7)];
    const colours = COLOURS[head.getUint8(at + 9)];
    if (width > 0 && height > 0 && colours) return { width, height, colours };
    break;
  }
  throw new Error('A JPEG that a canvas does not write');
}

/**
 * A PDF with one page per picture, in the shape of the picture (PDF 1.4). The pictures become part of it unchanged, without
 * being read into memory.
 */
export async function pdfOf(pages: readonly PdfPage[]): Promise<Blob> {
  const parts: BlobPart[] = [];
  const starts: number[] = [];
  let size = 0;
  const add = (part: string | Blob) => {
    parts.push(part);
    // Everything written here is ASCII: a character is a byte.
    size += typeof part === 'string' ? part.length : part.size;
  };
  const object = (dictionary: string, stream?: string | Blob) => {
    starts.push(size);
    add(`${starts.length} 0 obj\n<< ${dictionary} >>\n`);
    if (stream !== undefined) {
      add('stream\n');
      add(stream);
      add('\nendstream\n');
    }
    add('endobj\n');
  };
  // Objects 1 and 2 are followed by three for each page: the page, its drawing instructions, its picture.
  const numberOf = (page: number) => 3 + 3 * page;
  add('%PDF-1.4\n');
  object('/Type /Catalog /Pages 2 0 R');
  const kids = pages.map((_, at) => `${numberOf(at)} 0 R`).join(' ');
  object(`/Type /Pages /Count ${pages.length} /Kids [${kids}]`);
  for (const [at, { content, turns }] of pages.entries()) {
    const { width, height, colours } = await frameOf(content);
    const scale = A4 / Math.max(width, height);
    const [across, up] = [(width * scale).toFixed(2), (height * scale).toFixed(2)];
    const number = numberOf(at);
    object(
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${up}] /Rotate ${(turns % 4) * 90} ` +
        `/Contents ${number + 1} 0 R /Resources << /XObject << /Photo ${number + 2} 0 R >> >>`,
    );
    const drawn = `q ${across} 0 0 ${up} 0 0 cm /Photo Do Q`;
    object(`/Length ${drawn.length}`, drawn);
    object(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${colours} /BitsPerComponent 8 ` +
        `/Filter /DCTDecode /Length ${content.size}`,
      content,
    );
  }
  const table = size;
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 ${starts.length + 1}\n0000000000 65535 f \n${entries}`);
  add(`trailer\n<< /Size ${starts.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}
