import { extractText, getDocumentProxy } from 'unpdf';

/** Text of a PDF as a reader copies it: of all pages, in the order of its content. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text;
}
