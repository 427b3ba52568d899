import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite';
import { leaveOut } from './leave-out.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
/** Upper limit of the compressed viewer including its first PDF (spec 25.21). */
const MOST_BYTES = 450 * 1024;

/** The library uses its own address in code that does not run here; the build takes its time. */
const CHECKS = { emptyImportMeta: false, bundlerTimings: false };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 10);

/** Options of every script of the viewer: one classic file for recent browsers. */
const script = (input: string): InlineConfig => ({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [leaveOut(), scripts()],
  build: {
    write: false,
    target: ['chrome125', 'firefox128', 'safari17.4'],
    modulePreload: false,
    rolldownOptions: { input, checks: CHECKS, output: { format: 'iife' } },
  },
});

async function built(input: string): Promise<string> {
  const made = await build(script(input));
  const [chunk] = (Array.isArray(made) ? made : [made]).flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${input} was not built`);
  return chunk.code;
}

/** Scripts that others load by name; filled by `scripts`, written by `page`. */
const beside = new Map<string, string>();

/**
 * `text:./a.ts` is the built text of a file, for a worker that must make no network requests; `script:./a.ts` is the name of a
 * separate script, which is loaded when needed.
 */
function scripts(): Plugin {
  return {
    name: 'orbita-scripts',
    resolveId: {
      order: 'pre',
      handler(id, importer) {
        const [, kind, path] = /^(text|script):(\..+)$/.exec(id) ?? [];
        return kind && path && importer ? `\0${kind}:${resolve(dirname(importer), path)}` : null;
      },
    },
    async load(id) {
      const [, kind, path] = /^\0(text|script):(.+)$/.exec(id) ?? [];
      if (!kind || !path) return null;
      const code = await built(path);
      if (kind === 'text') return `export default ${JSON.stringify(code)};`;
      const part = path.endsWith('decoders.ts') ? 'decoders' : 'pdf';
      const file = `viewer-${part}-${hashOf(code)}.js`;
      beside.set(file, code);
      return `export default ${JSON.stringify(file)};`;
    },
  };
}

/** Writes the scripts beside the viewer's, its page, and everything compressed; fails when it is too large. */
function page(): Plugin {
  return {
    name: 'orbita-viewer-page',
    generateBundle(_options, bundle) {
      const style = readFileSync(join(root, 'frame/viewer-frame.css'), 'utf8');
      const texts = new Map([...beside, [`viewer-${hashOf(style)}.css`, style]]);
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') texts.set(basename(file.fileName), file.code);
      const lazy = (name: string) => /^viewer-(?:pdf|decoders)-/.test(name);
      const own = [...texts.keys()].filter((name) => !lazy(name));
      const first = [...texts.keys()].filter((name) => !name.startsWith('viewer-decoders-'));
      const bytes = first.reduce(
        (sum, name) => sum + gzipSync(texts.get(name) ?? '', { level: 9 }).length,
        0,
      );
      if (own.length !== 2 || first.length !== 3) this.error(`The viewer is ${[...texts.keys()].join(', ')}`);
      if (bytes > MOST_BYTES) this.error(`The viewer with PDF has ${bytes} bytes, more than ${MOST_BYTES}`);
      const tags = own.map((name) =>
        name.endsWith('.css')
          ? `<link rel="stylesheet" href="assets/${name}">`
          : `<script defer src="assets/${name}"></script>`,
      );
      const source = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Documento enviado</title>${tags.join('')}</head><body><main></main></body></html>`;
      this.emitFile({ type: 'asset', fileName: 'viewer.html', source });
      for (const [name, text] of texts) {
        const fileName = `assets/${name}`;
        if (!bundle[fileName]) this.emitFile({ type: 'asset', fileName, source: text });
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(text, { level: 9 }) });
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(text) });
      }
    },
  };
}

/** The viewer's frame, a separate build: no code of the console is part of it (spec 25.8). */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [scripts(), page()],
  build: {
    // Beside the console's own files, whose build empties the folder first.
    outDir: '../dist',
    emptyOutDir: false,
    target: ['chrome125', 'firefox128', 'safari17.4'],
    modulePreload: false,
    rolldownOptions: {
      input: join(root, 'frame/main.ts'),
      checks: CHECKS,
      output: {
        format: 'iife',
        entryFileNames: 'assets/viewer-[hash].js',
      },
    },
  },
});
