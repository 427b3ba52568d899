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

/** Upper limit of script and style needed until E-01 is usable (spec 25.21). */
const MOST_BYTES_AT_ENTRY = 150 * 1024;

/** Links a style sheet from the server, because the page's policy allows no inline one; in development, the default theme. */
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

/** Fails the build when the compressed files of the first screen are larger. */
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

/** Builds the viewer's frame after the console, into its folder; in development, once. */
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

/** Components of the kit that the first screen, or the frame around it, shows. */
const atFirst = reachedFrom(join(root, 'work/home-page.tsx'), reachedFrom(join(root, 'app/main.tsx')));
/** Components and styles used by a single screen are loaded with it. */
const KIT =
  /(?<!console)[\\/]ui[\\/](?!(?:styles[\\/])?(?:task-card|price-table|document|money)|steps-compact|step-list|code-input|copy-code|foreign-text|use-copy|date-masks|phone-mask|masked-input|masks|meter|segmented)|[\\/]console[\\/](ui[\\/]|styles[\\/](?!application|approval|list|review|due|essay|export|gate|home|parts|payment|queue-bar|selection|viewer)|texts[\\/](keys|table)\.)/;

/** Styles used only by other screens; the console overrides none of them, so that their order is irrelevant. */
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
    // The server requires origin and host to match, so the host stays that of the page.
    proxy: { '/orbita/api': { target: server, changeOrigin: false, ws: true } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: TARGET,
    cssTarget: TARGET,
    // Inlined data: URLs and the polyfill would require exceptions in the content security policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The timings of our own plugins do not interest somebody who starts the product.
      checks: { bundlerTimings: false },
      output: {
        // A distinct prefix: no file of the candidate's build can be taken for one of the console.
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
            // Components of the kit know nothing of the app. Its styles are one file, so that their order is kept.
            {
              name: 'kit',
              test: (id: string) =>
                (KIT.test(id) && (atFirst.has(id) || (id.endsWith('.css') && !LATER.test(id)))) ||
                (/[\\/]client[\\/]/.test(id) && atFirst.has(id)),
              priority: 20,
            },
            // The parts that other screens show in addition; each requests them together with its own file.
            { name: 'kit-more', test: KIT, priority: 19 },
          ],
        },
      },
    },
  },
});
