import type { Plugin } from 'vite';

/**
 * Parts of the PDF library that the viewer must not be able to run: forms (XFA), editing, annotations and their links, and what
 * its policy refuses anyway. They are cut out of the build instead of merely being switched off (spec 25.8); a compression that
 * no scanner writes is cut as well, for size.
 */
const LEFT_OUT: Record<string, readonly RegExp[]> = {
  'pdf.worker.mjs': [/^\.\/src\/core\/xfa/, /^\.\/src\/core\/editor\//, /^\.\/external\/brotli\//],
  'pdf.mjs': [
    /^\.\/src\/display\/editor\//,
    /^\.\/src\/display\/(?:annotation_layer|xfa_layer|xfa_text|draw_layer|touch_manager|network|fetch_stream)\.js/,
  ],
};
const SECTION = /^;\/\/ (?=\.\/)/m;
const DECLARED = /^(?:class|(?:async )?function\*?|const|let|var) (\w+)/gm;
/** Where the worker would load a decoder from an address; ours are part of its text (`decoders.ts`). */
const LOADED =
  /await import\(\s*\/\*webpackIgnore: true\*\/\s*\/\*@vite-ignore\*\/\s*`\$\{WasmImage\.#wasmUrl\}\$\{this\._noWasmFilename\}`\)/;

/** Where the worker drops an oversized picture and continues; ours also reports it, since the page would look empty. */
const DROPPED = 'const msg = "Image exceeded maximum allowed size and was removed.";';

/** A stub for a class that was left out: it can be inherited from, and nothing else. */
const stub = (name: string): string =>
  `class ${name} { constructor() { throw new Error('${name} is left out'); } }\n`;

function without(text: string, patterns: readonly RegExp[]): string {
  const used = new Set<RegExp>();
  const kept = text.split(SECTION).map((section) => {
    const name = section.slice(0, section.indexOf('\n'));
    const pattern = patterns.find((one) => one.test(name));
    if (!pattern) return section;
    used.add(pattern);
    return `${name}\n${[...section.matchAll(DECLARED)].map(([, declared]) => stub(declared as string)).join('')}`;
  });
  if (used.size < patterns.length)
    throw new Error('The PDF library has other parts than when they were chosen');
  return kept.join(';// ');
}

/** Cuts parts of `pdfjs-dist` out of the build; fails when its version no longer contains them. */
export function leaveOut(): Plugin {
  return {
    name: 'orbita-leave-out',
    transform(text, id) {
      const file = /pdfjs-dist[\\/]build[\\/]([^\\/?]+)/.exec(id)?.[1] ?? '';
      const patterns = LEFT_OUT[file];
      if (!patterns) return null;
      const code = without(text, patterns);
      if (file === 'pdf.mjs') return { code, map: null };
      if (!LOADED.test(code)) this.error('The PDF library loads its decoders in another way');
      if (!code.includes(DROPPED)) this.error('The PDF library drops pictures in another way');
      const ours = code
        .replace(LOADED, 'globalThis.orbitaDecoders(this._noWasmFilename)')
        .replace(DROPPED, `${DROPPED} globalThis.postMessage('orbita-too-large');`);
      return { code: ours, map: null };
    },
  };
}
