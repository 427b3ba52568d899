import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Figure } from './table.ts';

type Chunk = { file: string; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;
const dist = join(import.meta.dirname, '../../web/dist');

/** A slow connection: 400 kbit/s, 400 ms per round trip, six parallel requests (HTTP/1.1). */
const KIB_PER_SECOND = 400_000 / 8 / 1024;
const ROUND_TRIP_S = 0.4;
const AT_ONCE = 6;

const ENTRY = 'index.html';
const APP = [ENTRY, 'app/app.tsx'];
const APPLICATION = [...APP, 'subscription/pages/shell-page.tsx'];
const PAGES: readonly [name: string, modules: readonly string[]][] = [
  ['sign-in', [ENTRY]],
  ['portal', [...APP, 'subscription/pages/portal-page.tsx']],
  ['courses', [...APP, 'offering/course-page.tsx']],
  ['essay rules', [...APPLICATION, 'essay/pages/essay-step.tsx']],
  ['essay editor', [...APP, 'essay/editor-page.tsx']],
  ['enrolment data', [...APPLICATION, 'enrolment/pages/data-step.tsx']],
  ['payment', [...APPLICATION, 'payment/payment-step.tsx']],
  ['documents', [...APPLICATION, 'document/documents-step.tsx']],
];

function filesOf(manifest: Manifest, name: string, found: Set<string>, seen: Set<string>): void {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no ${name}`);
  if (seen.has(name)) return;
  seen.add(name);
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const next of chunk.imports ?? []) filesOf(manifest, next, found, seen);
}

/** Size of a file in KiB as transferred with gzip, from the compressed file that the build wrote next to it. */
function kib(file: string): number {
  const packed = join(dist, `${file}.gz`);
  return statSync(existsSync(packed) ? packed : join(dist, file)).size / 1024;
}

const MOST_AT_FIRST_PAINT_KIB = 20;
/** Host data of a demo host, as far as sign-in shows it. */
const HOST = {
  brandName: 'Centro Universitário Alfa Exemplo',
  flags: { usePassport: false },
  captchaKey: 'simulator',
  loginMethods: { password: true, code: true, signup: true, google: true, facebook: true, linkedin: true },
  theme: { template: { media: { logoSmall: '/assets/alfa/s.svg', logoLarge: '/assets/alfa/l.svg' } } },
};

/** The server-rendered sign-in page with its styles, compressed: nothing else is needed to show it but the head of its host. */
export async function firstPaint(): Promise<Figure> {
  const painter = await import(pathToFileURL(join(dist, 'painted/painted.js')).href);
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const files = new Set<string>();
  filesOf(manifest, ENTRY, files, new Set());
  const styles = [...files].filter((file) => file.endsWith('.css'));
  const parts = [
    readFileSync(join(dist, ENTRY), 'utf8'),
    ...styles.map((file) => readFileSync(join(dist, file), 'utf8')),
    painter.HOLD + painter.withoutScripts() + painter.waitLine(),
    await painter.paint('sign-in', false, HOST),
  ];
  const size = gzipSync(parts.join('')).length / 1024;
  return {
    what: 'sign-in, page and styles of the first paint',
    measured: `${size.toFixed(1)} KiB`,
    target: `≤ ${MOST_AT_FIRST_PAINT_KIB} KiB`,
    reached: size <= MOST_AT_FIRST_PAINT_KIB,
  };
}

/** Files of each page for first-time visitors, and how long these alone take on a slow connection; computed, not timed. */
export function pageFiles(): Figure[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  return PAGES.map(([what, modules]) => {
    const files = new Set<string>();
    const seen = new Set<string>();
    for (const module of modules) filesOf(manifest, module, files, seen);
    const size = [...files].reduce((sum, file) => sum + kib(file), 0);
    const seconds = size / KIB_PER_SECOND + Math.ceil(files.size / AT_ONCE) * ROUND_TRIP_S;
    const measured = `${files.size} files, ${size.toFixed(0)} KiB, ${seconds.toFixed(1)} s`;
    return { what, measured, target: '', reached: null };
  });
}
