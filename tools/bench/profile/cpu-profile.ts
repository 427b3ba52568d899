/** What V8 writes with `--cpu-prof`; times are microseconds of the monotonic clock. */
export type CpuProfile = {
  startTime: number;
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
};

const IDLE = '(idle)';
/** For work that V8 cannot attribute to a caller. */
const UNKNOWN = 'V8 and native code without a caller';
const OF_V8: Readonly<Record<string, string>> = {
  '(garbage collector)': 'garbage collector',
  '(program)': UNKNOWN,
};
/** Packages that belong together. */
const TOGETHER: readonly [RegExp, string][] = [
  [/^(?:pg|pg-.+|postgres-.+)$/, 'database driver (pg)'],
  [/^(?:fastify|find-my-way|avvio|light-my-request|fast-.+|@fastify\/.+|secure-json-parse)$/, 'Fastify'],
  [/^zod$/, 'judging what comes and goes (zod)'],
];
const OF_NODE: readonly [RegExp, string][] = [
  [/^(?:_http|internal\/http|http|_tls)/, 'HTTP of Node'],
  [
    /^(?:net|stream|internal\/(?:streams?|stream_base_commons|js_stream)|buffer|internal\/buffer)/,
    'streams and sockets of Node',
  ],
  [
    /^internal\/(?:process|async_hooks|async_local_storage|timers|promise)|^(?:timers|events|async_hooks)/,
    'turns, timers and events of Node',
  ],
  [/^(?:crypto|internal\/crypto)/, 'crypto of Node'],
];
const FOLDER = /\/((?:api|domain|protocol|sandbox)\/[\w-]+)/;
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/;

/** The part of the product to which a file belongs, in words; undefined for code without a file. */
export function partOf(url: string): string | undefined {
  if (url === '') return undefined;
  if (url.startsWith('node:')) {
    const name = url.slice('node:'.length);
    return OF_NODE.find(([pattern]) => pattern.test(name))?.[1] ?? 'other modules of Node';
  }
  const name = PACKAGE.exec(url)?.[1];
  if (name) return TOGETHER.find(([pattern]) => pattern.test(name))?.[1] ?? `package ${name}`;
  return FOLDER.exec(url)?.[1] ?? 'other files';
}

/**
 * Milliseconds that each part worked between two times of the monotonic clock (microseconds). Native code counts for its
 * caller.
 */
export function workOf(profile: CpuProfile, from: number, until: number): Map<string, number> {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const known = new Map<number, string | undefined>();
  const partOfNode = (id: number): string | undefined => {
    if (known.has(id)) return known.get(id);
    const frame = nodes.get(id)?.callFrame;
    const parent = parents.get(id);
    const part =
      OF_V8[frame?.functionName ?? ''] ??
      partOf(frame?.url ?? '') ??
      (parent === undefined ? UNKNOWN : partOfNode(parent));
    known.set(id, part);
    return part;
  };
  const work = new Map<string, number>();
  let at = profile.startTime;
  for (const [n, id] of profile.samples.entries()) {
    const took = profile.timeDeltas[n] ?? 0;
    at += took;
    if (at < from || at > until || nodes.get(id)?.callFrame.functionName === IDLE) continue;
    const part = partOfNode(id) ?? 'other';
    work.set(part, (work.get(part) ?? 0) + took / 1000);
  }
  return work;
}
