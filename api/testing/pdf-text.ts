import { inflateSync } from 'node:zlib';

/** Text of a PDF we made, for tests: inflates its streams and reads the text operators. */
export function pdfText(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const lines: string[] = [];
  for (const found of raw.matchAll(/stream\r?\n/g)) {
    const from = found.index + found[0].length;
    const end = raw.indexOf('endstream', from);
    let content: string;
    try {
      content = inflateSync(pdf.subarray(from, end)).toString('latin1');
    } catch {
      continue;
    }
    for (const [, array = ''] of content.matchAll(/\[([^[\]]*)\] TJ/g)) {
      const parts = [...array.matchAll(/<([0-9a-f]+)>/gi)].map(([, hex = '']) => Buffer.from(hex, 'hex'));
      lines.push(new TextDecoder('windows-1252').decode(Buffer.concat(parts)));
    }
  }
  return lines.join('\n');
}
