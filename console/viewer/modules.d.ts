/** The text of a script that was built from a file of ours. */
declare module 'text:*' {
  const text: string;
  export default text;
}

/** The name of a script that was built from a file of ours and lies beside the viewer's. */
declare module 'script:*' {
  const file: string;
  export default file;
}

declare module 'pdfjs-dist/build/pdf.worker.mjs';
declare module 'pdfjs-dist/wasm/*.js' {
  const instantiate: (imports: unknown) => unknown;
  export default instantiate;
}
