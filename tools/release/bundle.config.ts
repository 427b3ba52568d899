import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The address of one of our modules that runs in a thread, as its caller writes it. */
const THREAD = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;
/** Uses of a module's own address that a bundle can still resolve, and mere mentions of it. */
const ANSWERED = [
  /\/\*[\s\S]*?\*\//g,
  THREAD,
  /import\.meta\.dirname/g,
  /createRequire\(import\.meta\.url\)/g,
  /import\.meta\.main/g,
];

/** Server files that use their own address. */
const asking = globSync('{api,domain,protocol}/**/*.ts', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})
  .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('api/journeys/'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => text.includes('import.meta'));

/** Files that use their own address in a way that a bundle would resolve wrongly. */
export const unanswered = (): string[] =>
  asking
    .filter(({ text }) => ANSWERED.reduce((left, one) => left.replace(one, ''), text).includes('import.meta'))
    .map(({ file }) => file);

/** Entry name of a source file: all files of a build are in one folder. */
const entryOf = (file: string): string => relative(root, file).replace(/\.ts$/, '').replaceAll('/', '-');

const threads = asking.flatMap(({ file, text }) =>
  [...text.matchAll(THREAD)].map(([, name]) => join(root, dirname(file), `${name}.ts`)),
);

/**
 * Packages that stay external: native code, or those with their own files and threads; the last three only talk to other
 * systems.
 */
export const OUTSIDE = [
  '@electric-sql/pglite',
  '@expo-google-fonts/noto-sans',
  '@node-rs/argon2',
  'dejavu-fonts-ttf',
  'fontkit',
  'pdfkit',
  'piscina',
  'unpdf',
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@sentry/node',
] as const;

/**
 * How `npm run release -- keep` bundles server and worker, with their packages, into a folder `code` (rolldown). Files they
 * read besides their source keep their place: the folder `api` is next to `code`.
 */
export default {
  input: Object.fromEntries(
    [join(root, 'api/main.ts'), join(root, 'api/prepare.ts'), ...threads].map((file) => [
      entryOf(file),
      file,
    ]),
  ),
  platform: 'node',
  external: OUTSIDE.map((name) => new RegExp(`^${name}(?:/|$)`)),
  plugins: [
    {
      name: 'addresses',
      transform(code: string, id: string): string | undefined {
        if (id.includes('node_modules') || !id.startsWith(root)) return undefined;
        const folder = dirname(id);
        return code
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../${relative(root, folder)}')`)
          .replace(
            THREAD,
            (_, name) => `new URL('./${entryOf(join(folder, `${name}.ts`))}.js', import.meta.url)`,
          );
      },
    },
  ],
  output: { format: 'esm', minify: true, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
};
