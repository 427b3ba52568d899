import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const PLACEHOLDER = '<!--orbita:head-->';
const BASE = '/orbita/candidate/';
const ROOT = '<div id="root"></div>';
const STYLE_LINK = /<link rel="stylesheet"[^<>]*>/g;

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

/** The built page, split where the host's head is inserted, and the `Link` headers that preload its first files. */
export type WebBuild = {
  before: string;
  after: string;
  /** Everything around the element into which pages are rendered; the part before it also without its style sheet links. */
  root: { head: { linked: string; bare: string }; body: string } | undefined;
  hints: Hints;
  styles: Styles;
};

/** Style sheets of the entry and of a module loaded after it: their addresses and their text. */
type Styles = (module: string | undefined) => { addresses: string[]; text: string };

/** Files that the entry needs immediately: its own chunk, its static imports and its style sheets. */
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

/** Module loaded after the entry once somebody is signed in. */
const NEXT = 'app/app.tsx';
const SHELL = 'subscription/pages/shell-page.tsx';
const DATA = 'enrolment/pages/data-step.tsx';
/**
 * Modules of the page that an address below the base path shows, including its query where that matters; the first match counts.
 * For other addresses nothing is known before the app runs, and the step of an application is only known if the query names it.
 */
const PAGES: readonly [address: RegExp, ...modules: string[]][] = [
  [/^portal(?:\?.*)?$/, 'subscription/pages/portal-page.tsx'],
  [/^course(?:\?.*)?$/, 'offering/course-page.tsx'],
  [/^subscriptions\/(?:[a-z]+\/){0,2}\d+\?etapa=pagamento-confirmado$/, SHELL, 'payment/confirmed-step.tsx'],
  [/^subscriptions\/(?:[a-z]+\/){0,2}\d+\?etapa=revisao$/, SHELL, DATA, 'contract/review-page.tsx'],
  [/^subscriptions\/(?:[a-z]+\/){0,2}\d+\?etapa=[a-z-]{1,40}$/, SHELL, DATA],
  [/^subscriptions\/(?:[a-z]+\/){0,2}\d+(?:\?.*)?$/, SHELL],
  [/^essays\/\d+(?:\?.*)?$/, 'essay/editor-page.tsx'],
  [/^tracking(?:\?.*)?$/, 'subscription/pages/tracking-page.tsx'],
  [/^profile(?:\/\d+)?(?:\?.*)?$/, 'person/pages/profile-page.tsx'],
];
/** For visitors who are not signed in, and for those who are, by address below the base path including its query. */
type Hints = { gate: string; app: (address: string) => string };

/**
 * `Link` headers that load the entry's files, the app and the page of the address together with the document, instead of each
 * only after the previous one has run. Style sheets carry `crossorigin` because the script that requests them later does; files
 * named in the page itself need no hint.
 */
function hintsOf(dist: string): Hints {
  const file = join(dist, '.vite/manifest.json');
  if (!existsSync(file)) return { gate: '', app: () => '' };
  const manifest = manifestShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  const own = filesOf(manifest, 'index.html');
  const scripts = (names: string[]) => [
    ...new Set(names.map((name) => `<${BASE}${name}>; rel=modulepreload`)),
  ];
  const signedIn = (...modules: string[]): string => {
    const later = modules.map((module) => filesOf(manifest, module));
    const styles = later
      .flatMap((files) => files.styles)
      .filter((name) => !own.styles.includes(name))
      .map((name) => `<${BASE}${name}>; rel=preload; as=style; crossorigin`);
    const all = [...own.scripts, ...later.flatMap((files) => files.scripts)];
    return [...scripts(all), ...new Set(styles)].join(', ');
  };
  const usual = signedIn(NEXT);
  const pages = PAGES.map(([address, ...modules]) => ({ address, hints: signedIn(NEXT, ...modules) }));
  return {
    gate: scripts(own.scripts).join(', '),
    app: (address) => pages.find((page) => page.address.test(address))?.hints ?? usual,
  };
}

function stylesOf(dist: string): Styles {
  const file = join(dist, '.vite/manifest.json');
  if (!existsSync(file)) return () => ({ addresses: [], text: '' });
  const manifest = manifestShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  const known = new Map<string | undefined, ReturnType<Styles>>();
  return (module) => {
    let found = known.get(module);
    if (!found) {
      const modules = ['index.html', ...(module === undefined ? [] : [module])];
      const names = [...new Set(modules.flatMap((one) => filesOf(manifest, one).styles))];
      found = {
        addresses: names.map((name) => BASE + name),
        text: names.map((name) => readFileSync(join(dist, name), 'utf8')).join('\n'),
      };
      known.set(module, found);
    }
    return found;
  };
}

/**
 * Reads the built page of a folder; undefined while there is none. A new build is picked up automatically, so developers need not
 * restart the server.
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
      const [linked = '', body] = after.split(ROOT);
      const root =
        body === undefined ? undefined : { head: { linked, bare: linked.replace(STYLE_LINK, '') }, body };
      known = { at, build: { before, after, root, hints: hintsOf(dist), styles: stylesOf(dist) } };
    }
    return known.build;
  };
}
