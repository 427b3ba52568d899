/** The text of a script built from one of our files. */
declare module 'text:*' {
  const text: string;
  export default text;
}

/** The name of a script built from one of our files, placed beside the viewer's. */
declare module 'script:*' {
  const file: string;
  export default file;
}

declare module 'pdfjs-dist/build/pdf.worker.mjs';
declare module 'pdfjs-dist/wasm/*.js' {
  const instantiate: (imports: unknown) => unknown;
  export default instantiate;
}
