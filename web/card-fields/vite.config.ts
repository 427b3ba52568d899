import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/**
 * The page of the card fields: one script and one style, which the server writes into the page with their hashes. It is
 * built apart from the application, so that no code of one can be part of the other (spec 14.8).
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['es2020', 'chrome87', 'safari15', 'firefox88'],
    cssTarget: ['chrome87', 'safari15', 'firefox88'],
    modulePreload: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('main.ts', import.meta.url)),
      output: { entryFileNames: 'fields.js', assetFileNames: 'fields[extname]' },
    },
  },
});
