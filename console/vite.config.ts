import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { DEFAULT_THEME, themeCss, themeTokens } from '@orbita/domain/tenancy';
import { floor } from '@orbita/ui/build/floor';
import { withLeanReact } from '@orbita/ui/build/lean-react';
import { TARGET } from '@orbita/ui/build/oldest';
import { precompress } from '@orbita/ui/build/precompress';
import { reachedFrom } from '@orbita/ui/build/reached-from';
import { withoutCircles } from '@orbita/ui/build/without-circles';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Script and style until E-01 is usable (spec 25.21). */
const MOST_BYTES_AT_ENTRY = 150 * 1024;

/** A style of the server, because the policy of the page allows none inside it; while developing, the default theme. */
const theme = (): Plugin => ({
  name: 'orbita-theme',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { server }) =>
      server
        ? [{ tag: 'style', children: themeCss(themeTokens(DEFAULT_THEME.primary, DEFAULT_THEME)) }]
        : [{ tag: 'link', attrs: { rel: 'stylesheet', href: '/orbita/equipe/tema.css' }, injectTo: 'head' }],
  },
});

/** Fails the build when what the first screen needs is larger, compressed. */
const smallEntry = (): Plugin => ({
  name: 'orbita-small-entry',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const bytes = new Map<string, number>();
      const add = (file: string): void => {
        const part = bundle[file];
        if (!part || bytes.has(file)) return;
        bytes.set(file, gzipSync(part.type === 'chunk' ? part.code : part.source, { level: 9 }).length);
        if (part.type !== 'chunk') return;
        for (const next of [...part.imports, ...(part.viteMetadata?.importedCss ?? [])]) add(next);
      };
      const first = [join(root, 'index.html'), join(root, 'work/home-page.tsx')];
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && first.includes(part.facadeModuleId ?? '')) add(part.fileName);
      const sum = [...bytes.values()].reduce((all, one) => all + one, 0);
      if (bytes.size === 0) this.error('The build has no entry');
      if (sum > MOST_BYTES_AT_ENTRY)
        this.error(`The first screen needs ${sum} bytes, more than ${MOST_BYTES_AT_ENTRY}`);
    },
  },
});

/** Builds the viewer's frame after the console, whose folder it lies in; while one develops, once. */
function viewer(): Plugin {
  let isBuilt = false;
  return {
    name: 'orbita-viewer',
    apply: 'build',
    async closeBundle() {
      if (isBuilt) return;
      isBuilt = true;
      await build({ configFile: join(root, 'viewer/vite.config.ts'), logLevel: 'warn' });
    },
  };
}

/** Pieces of the kit that the first screen, or the frame around it, shows. */
const atFirst = reachedFrom(join(root, 'work/home-page.tsx'), reachedFrom(join(root, 'app/main.tsx')));
/** Pieces and styles that one screen alone shows come with it. */
const KIT =
  /(?<!console)[\\/]ui[\\/](?!(?:styles[\\/])?(?:task-card|price-table|document|money)|steps-compact|step-list|code-input|copy-code|foreign-text|use-copy|date-masks|phone-mask|masked-input|masks|meter|segmented)|[\\/]console[\\/](ui[\\/]|styles[\\/](?!application|approval|list|review|due|essay|export|gate|home|parts|payment|queue-bar|selection|viewer)|texts[\\/](keys|table)\.)/;

/** Styles of what only other screens show; nothing of the console is said over them, so that their order is free. */
const LATER = /[\\/]ui[\\/]styles[\\/](?:choice|copy-code|sign-in-layout)\.css$/;

const server = `http://localhost:${process.env.PORT ?? 8080}`;

export default defineConfig({
  root,
  base: '/orbita/equipe/',
  plugins: [
    react(),
    withLeanReact(),
    floor(),
    precompress(),
    withoutCircles(),
    smallEntry(),
    theme(),
    viewer(),
  ],
  server: {
    port: 5174,
    // The server demands that origin and host agree, so the host stays that of the page.
    proxy: { '/orbita/api': { target: server, changeOrigin: false, ws: true } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: TARGET,
    cssTarget: TARGET,
    // Inlined data: addresses and the polyfill would need holes in the content security policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // How long our own plugins take is no news to who starts the product.
      checks: { bundlerTimings: false },
      output: {
        // Names of their own: no file of the candidate's build can be taken for one of the console.
        entryFileNames: 'assets/equipe-[name]-[hash].js',
        chunkFileNames: 'assets/equipe-[name]-[hash].js',
        assetFileNames: 'assets/equipe-[name]-[hash][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'react',
              test: /@oxc-project|node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
              priority: 40,
            },
            // Pieces of the kit know nothing of the app. Its styles are one file, so that their order stays.
            {
              name: 'kit',
              test: (id: string) =>
                (KIT.test(id) && (atFirst.has(id) || (id.endsWith('.css') && !LATER.test(id)))) ||
                (/[\\/]client[\\/]/.test(id) && atFirst.has(id)),
              priority: 20,
            },
            // What other screens show besides; each of them asks for it together with its own file.
            { name: 'kit-more', test: KIT, priority: 19 },
          ],
        },
      },
    },
  },
});
