import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { floor } from '@orbita/ui/build/floor';
import { TARGET } from '@orbita/ui/build/oldest';
import { defineConfig, type Plugin } from 'vite';

/** Largest size: the page opens on slow connections in the middle of a payment (spec 14.8). */
const MOST_BYTES = 12 * 1024;

/** Fails the build when the compressed script and style sheet together are larger. */
function small(): Plugin {
  return {
    name: 'orbita-small',
    apply: 'build',
    generateBundle(_options, bundle) {
      const bytes = Object.values(bundle)
        .map((file) => gzipSync(file.type === 'chunk' ? file.code : file.source).length)
        .reduce((sum, one) => sum + one, 0);
      if (bytes > MOST_BYTES) this.error(`The card fields have ${bytes} bytes, more than ${MOST_BYTES}`);
    },
  };
}

/**
 * The page of the card fields: one script and one style sheet, which the server inlines into the page with their hashes. It is
 * built separately from the application, so that neither can contain code of the other (spec 14.8).
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [floor(), small()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: TARGET,
    cssTarget: TARGET,
    modulePreload: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('main.ts', import.meta.url)),
      output: { entryFileNames: 'fields.js', assetFileNames: 'fields[extname]' },
    },
  },
});
