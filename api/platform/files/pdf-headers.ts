/** Headers that make a browser save a PDF under the given name and never run it on our origin. */
export const pdfHeaders = (name: string) => ({
  'content-type': 'application/pdf',
  'content-disposition': `attachment; filename="${name}"`,
});
