import jbig2 from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js';
import openjpeg from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js';

/** Decoders of scanned pages, as the worker requests them by file name. */
Object.assign(globalThis, {
  orbitaDecoders: (file: string) => ({ default: file.startsWith('jbig2') ? jbig2 : openjpeg }),
});
