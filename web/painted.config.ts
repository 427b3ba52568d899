import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * What the server renders pages with: one script for Node with React inside, so that neither the API nor the production image
 * needs packages of the web app. It is placed in the app's folder, outside of what is served.
 */
export default defineConfig({
  root: file('.'),
  publicDir: false,
  // React renders without its development checks, however the server itself runs.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ssr: true,
    minify: true,
    outDir: 'dist/painted',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1000,
    // One of its functions is inlined into pages as text.
    target: 'es2020',
    rolldownOptions: {
      input: file('app/painted.tsx'),
      checks: { bundlerTimings: false },
      output: { entryFileNames: 'painted.js', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
});
