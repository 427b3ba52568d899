import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { floor } from '@orbita/ui/build/floor';
import { withLeanReact } from '@orbita/ui/build/lean-react';
import { TARGET } from '@orbita/ui/build/oldest';
import { precompress } from '@orbita/ui/build/precompress';
import { reachedFrom } from '@orbita/ui/build/reached-from';
import { withoutCircles } from '@orbita/ui/build/without-circles';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
/** Upper limit of what a phone loads before anybody can sign in. */
const MOST_BYTES_AT_ENTRY = 80 * 1024;

/** Fails the build when the compressed scripts that sign-in needs are larger. */
function smallEntry(): Plugin {
  return {
    name: 'orbita-small-entry',
    apply: 'build',
    // Runs after Vite has written into each script which files belong to it.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = new Map<string, number>();
        const visit = (file: string): void => {
          const chunk = bundle[file];
          if (files.has(file) || chunk?.type !== 'chunk') return;
          files.set(file, gzipSync(chunk.code, { level: 9 }).length);
          for (const next of chunk.imports) visit(next);
        };
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.facadeModuleId === join(root, 'index.html'))
            visit(chunk.fileName);
        const bytes = [...files.values()].reduce((sum, one) => sum + one, 0);
        if (files.size === 0) this.error('The build has no entry');
        if (bytes > MOST_BYTES_AT_ENTRY)
          this.error(`Sign-in needs ${bytes} bytes of script, more than ${MOST_BYTES_AT_ENTRY}`);
      },
    },
  };
}

/** After each build of the app, builds what the server renders pages with; it goes into the app's folder. */
function painted(): Plugin {
  return {
    name: 'orbita-painted',
    apply: 'build',
    async closeBundle() {
      await build({ configFile: join(root, 'painted.config.ts'), logLevel: 'warn' });
    },
  };
}

// The sign-in page is part of the entry, so every later page already has it.
const main = join(root, 'app/main.tsx');
const atEntry = reachedFrom(main);
const inSent = reachedFrom(join(root, 'identity/sign-in-sent.tsx'));
const inVisit = reachedFrom(join(root, 'tenancy/visit.ts'));
/** Rules that the sign-in page is rendered with; the others can wait until something is typed. */
const atPaint =
  /[\\/]domain[\\/](foundation[\\/](normalise|characters|paths)|identity[\\/](document-names|redirect|session|social))\./;
/** Needed by pages of every kind, but by none before sign-in. */
const afterSignIn =
  /[\\/]domain[\\/](foundation[\\/](format|money)|tenancy[\\/]video|subscription[\\/]types)\.|[\\/]ui[\\/]paragraphs\./;
/** Rules of what is asked after a document: shared by sign-up, reset and the forms after sign-in. */
const formRules =
  /[\\/]domain[\\/](foundation[\\/](person-rules|phone|places|calendar|zone)|identity[\\/](sign-up|password|code))\./;
const app = join(root, 'app/app.tsx');
const inApp = reachedFrom(app);
const shell = join(root, 'subscription/pages/shell-page.tsx');
const inShell = reachedFrom(shell);
/** The frame of a page that belongs to no application. */
const atPortal = reachedFrom(join(root, 'subscription/portal-layout.tsx'));
/** Addresses that pages of every kind link to. */
const ways = /[\\/]web[\\/](person[\\/]tabs|subscription[\\/]routes)\./;
const data = join(root, 'enrolment/pages/data-step.tsx');
const inData = reachedFrom(data);
/** Also needed by other pages: they must not load the forms of the enrolment data for it. */
const inOthers = new Set(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /-(page|step|record|panel|dialog)\.tsx$/.test(path) && !path.startsWith('dist'))
    .map((path) => join(root, path))
    .filter((page) => page !== data)
    .flatMap((page) => [...reachedFrom(page)]),
);

/** Fields of a person, used by three pages. */
const personForm = /[\\/]web[\\/](texts[\\/]person|person[\\/](personal|address|place|email)-[a-z]+)\./;
/** A contract that is read and accepted, by the candidate or the guardian. */
const agreement =
  /[\\/]web[\\/]contract[\\/](agreement|contract-dialog|contract-text|locate|price-lines|use-(agreement|confirmation|post))\.|[\\/](texts[\\/]guardian|domain[\\/]contract[\\/](device|acceptance))\./;
const form = /[\\/]react-hook-form[\\/]|[\\/]web[\\/]base[\\/](form|typed-date)\./;

export default defineConfig({
  root,
  base: '/orbita/candidate/',
  plugins: [react(), withLeanReact(), floor(), precompress(), withoutCircles(), smallEntry(), painted()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: TARGET,
    cssTarget: TARGET,
    // The polyfill and inlined data assets would require exceptions in the content security policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The timings of our own plugins do not interest somebody who starts the product.
      checks: { bundlerTimings: false },
      output: {
        // The worker's address must not change, because browsers look there for a newer one.
        entryFileNames: ({ name }) =>
          name === 'offline-worker' ? 'offline-worker.js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          // A group contains only what it names; otherwise pages would load others' forms along with a shared module.
          includeDependenciesRecursively: false,
          groups: [
            // Helpers for newer syntax in browsers of the floor: nothing before sign-in uses any.
            { name: 'lowered', test: /@oxc-project/, priority: 41 },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 40 },
            { name: 'app-base', test: /node_modules[\\/](react-router|@tanstack)[\\/]/, priority: 30 },
            { name: 'form-rules', test: formRules, priority: 26 },
            {
              name: 'base',
              test: (id: string) =>
                id !== main && (atEntry.has(id) || atPaint.test(id) || id.includes('vite/preload-helper')),
              priority: 25,
            },
            {
              name: 'rules',
              test: (id: string) =>
                /[\\/]domain[\\/](foundation|identity|tenancy)[\\/]/.test(id) && !afterSignIn.test(id),
              priority: 20,
            },
            // What sign-in needs once its button is pressed, and so does every later call.
            { name: 'calls', test: (id: string) => inSent.has(id), priority: 19 },
            { name: 'visit', test: (id: string) => inVisit.has(id), priority: 18 },
            // What the app and the frame of an application always need is one file each.
            {
              name: 'app-frame',
              test: (id: string) => id !== app && (inApp.has(id) || afterSignIn.test(id)),
              priority: 15,
            },
            // Modules shared by most pages after sign-in form one chunk: on slow connections requests cost more than bytes.
            {
              name: 'app-kit',
              test: (id: string) => /[\\/]ui[\\/]/.test(id) || atPortal.has(id) || ways.test(id),
              minShareCount: 3,
              priority: 13,
            },
            {
              name: 'shell-frame',
              test: (id: string) =>
                id !== shell &&
                (inShell.has(id) || /[\\/]domain[\\/]subscription[\\/](?!texts|shown-line)/.test(id)),
              priority: 12,
            },
            // The forms of the enrolment data, and the rules they share with the server.
            {
              name: 'data-frame',
              test: (id: string) => id !== data && inData.has(id) && !inOthers.has(id),
              priority: 8,
            },
            { name: 'data-rules', test: /[\\/]domain[\\/](person|enrolment)[\\/]/, priority: 9 },
            { name: 'person-form', test: personForm, priority: 9 },
            { name: 'agreement', test: agreement, priority: 9 },
            { name: 'form', test: form, priority: 9 },
            // Modules shared by many pages inside an application.
            {
              name: 'step-kit',
              test: /[\\/](web|ui)[\\/]|[\\/]domain[\\/]selection[\\/]schedule\./,
              minShareCount: 9,
              priority: 6,
            },
          ],
        },
      },
      input: {
        index: join(root, 'index.html'),
        // Separate files: these run where nothing else of the app can be loaded.
        offline: join(root, 'offline/page.html'),
        'offline-worker': join(root, 'offline/worker.ts'),
      },
    },
  },
});
