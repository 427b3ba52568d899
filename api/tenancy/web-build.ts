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

/** The built page, cut where the host's head goes, and the `Link` header that announces its first files. */
export type WebBuild = { before: string; after: string; hints: string };

/** Everything the entry needs at once: its own chunk, what it imports statically, its style sheets. */
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

function hintsOf(dist: string): string {
  const file = join(dist, '.vite/manifest.json');
  if (!existsSync(file)) return '';
  const manifest = manifestShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  const entry = manifest['index.html']?.isEntry ? 'index.html' : undefined;
  if (!entry) return '';
  const { scripts, styles } = filesOf(manifest, entry);
  return [
    ...styles.map((name) => `<${BASE}${name}>; rel=preload; as=style`),
    ...scripts.map((name) => `<${BASE}${name}>; rel=modulepreload`),
  ].join(', ');
}

/**
 * Reads the built page of a folder; undefined while there is none. A page built anew is taken up by itself, so that
 * a developer need not restart the server.
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
