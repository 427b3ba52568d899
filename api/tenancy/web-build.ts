import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const PLACEHOLDER = '<!--orbita:head-->';
const BASE = '/orbita/candidate/';

const manifestShape = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    css: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
  }),
);
type Manifest = z.infer<typeof manifestShape>;

/**
 * The built page, split where the host's head is inserted, and the `Link` headers that preload its first
 * files.
 */
export type WebBuild = { before: string; after: string; hints: Hints };

/** Files the entry needs at once: its own chunk, its static imports and its style sheets. */
function filesOf(
  manifest: Manifest,
  entry: string,
  seen = new Set<string>(),
): { scripts: string[]; styles: string[] } {
  const chunk = manifest[entry];
  if (!chunk || seen.has(entry)) return { scripts: [], styles: [] };
  seen.add(entry);
  const deeper = (chunk.imports ?? []).map((name) => filesOf(manifest, name, seen));
  return {
    scripts: [chunk.file, ...deeper.flatMap(({ scripts }) => scripts)],
    styles: [...(chunk.css ?? []), ...deeper.flatMap(({ styles }) => styles)],
  };
}

/** Module loaded after the entry once somebody is signed in (docs/decisions/0006). */
const NEXT = 'app/app.tsx';
type Hints = { gate: string; app: string };

/**
 * `Link` headers that load the entry's files, and the app after it, together with the page instead of after
 * the entry ran. Style sheets carry `crossorigin` because the script that requests them later does; files the
 * page itself names need no hint.
 */
function hintsOf(dist: string): Hints {
  const file = join(dist, '.vite/manifest.json');
  if (!existsSync(file)) return { gate: '', app: '' };
  const manifest = manifestShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  const own = filesOf(manifest, 'index.html');
  const next = filesOf(manifest, NEXT);
  const scripts = (names: string[]) => [
    ...new Set(names.map((name) => `<${BASE}${name}>; rel=modulepreload`)),
  ];
  const styles = next.styles
    .filter((name) => !own.styles.includes(name))
    .map((name) => `<${BASE}${name}>; rel=preload; as=style; crossorigin`);
  return {
    gate: scripts(own.scripts).join(', '),
    app: [...scripts([...own.scripts, ...next.scripts]), ...new Set(styles)].join(', '),
  };
}

/**
 * Reads the built page of a folder; undefined while there is none. A new build is picked up automatically, so
 * that a developer need not restart the server.
 */
export function webBuildReader(dist: string): () => WebBuild | undefined {
  const page = join(dist, 'index.html');
  let known: { at: number; build: WebBuild } | undefined;
  return () => {
    const at = statSync(page, { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined) return undefined;
    if (known?.at !== at) {
      const text = readFileSync(page, 'utf8');
      const [before, after] = text.split(PLACEHOLDER);
      if (before === undefined || after === undefined) throw new Error(`${page} has no ${PLACEHOLDER}`);
      known = { at, build: { before, after, hints: hintsOf(dist) } };
    }
    return known.build;
  };
}
