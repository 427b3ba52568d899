import { type Compat, compat, isNewer } from './oldest.ts';

/** Defined by `ui/polyfills.ts`, which is fetched before anything runs if one of them is missing. */
const POLYFILLED: ReadonlySet<string> = new Set([
  'at',
  'findLast',
  'findLastIndex',
  'toReversed',
  'toSorted',
  'toSpliced',
  'with',
  'Object.hasOwn',
  'AbortSignal.timeout',
]);

/** Used only if the browser has it, each with what happens otherwise. */
const GUARDED: Readonly<Record<string, string>> = {
  BroadcastChannel: 'tabs then learn of each other at their next call',
  'Error.captureStackTrace': 'pdf-lib asks for it first',
  'URL.canParse': 'zod and react-router ask for it first',
  'Uint8Array.fromBase64': 'tus asks for it first',
  watch: 'a method of react-hook-form, not of an element',
  command: 'a method of the palette of that name, not of a button',
  login: 'a method of Facebook’s script',
  showModal: 'the dialog is then shown over a veil of its own',
  startViewTransition: 'react and react-router ask for it first; pages then change at once',
  exitFullscreen: 'the button to fill the screen is not shown without it',
  requestFullscreen: 'the button to fill the screen is not shown without it',
  share: 'the button to share is not shown without it',
};

type Node = { type: string; [name: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const named = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? (node.name as string) : undefined;

/** Interfaces whose objects exist on every page; other DOM names are too often also those of our own functions. */
const EVERYWHERE =
  /^(?:AbortSignal|Blob|Crypto|Document|Element|Event|File|FormData|Headers|HTML\w*Element|HTMLCollection|History|Location|Navigator|Node|NodeList|Request|Response|URL|URLSearchParams|Window)$/;

/** Method names, each with whether every object that has such a method is newer than the floor. */
let methods: Map<string, boolean> | undefined;
const owners = (): Compat[] => [compat().javascript.builtins, compat().api];
function newerMethods(): Map<string, boolean> {
  if (methods) return methods;
  methods = new Map();
  for (const owner of owners())
    for (const [kind, entries] of Object.entries(owner))
      for (const [name, entry] of Object.entries(entries)) {
        // Methods of iterators and of disposal share their names with many library functions.
        if (!entry.__compat || /_static$/.test(name) || /Iterator|Disposable/.test(kind)) continue;
        if (entry.__compat.status?.standard_track === false) continue;
        const older = !isNewer(entry);
        const counts = owner === compat().javascript.builtins ? kind !== 'Atomics' : EVERYWHERE.test(kind);
        // If any interface has had it for long, that one may be meant; if only newer ones have it, it counts if every page has
        // such objects.
        if (older) methods.set(name, false);
        else if (counts && !methods.has(name)) methods.set(name, true);
      }
  return methods;
}

/** The newer feature that a member expression names, if any: `Object.hasOwn` with certainty, `….toSorted` by its name. */
function newerMember(object: unknown, property: string): string | undefined {
  const owner = named(object);
  for (const all of owners()) {
    const kind = owner === undefined ? undefined : all[owner];
    const entry = kind?.[`${property}_static`] ?? kind?.[property];
    if (entry?.__compat) return isNewer(entry) ? `${owner}.${property}` : undefined;
  }
  return newerMethods().get(property) ? property : undefined;
}

/** Features newer than the floor that a script uses, each name once. `program` is its syntax tree (ESTree). */
export function newerInScript(program: unknown): string[] {
  const found = new Set<string>();
  const visit = (node: unknown, parent: Node | undefined, key: string): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, parent, key);
    if (!isNode(node)) return;
    if (node.type === 'MemberExpression') {
      const { object, property, computed } = node as unknown as {
        object: Node;
        property: Node;
        computed: boolean;
      };
      const name = computed ? undefined : named(property);
      const called = parent?.type === 'CallExpression' && key === 'callee';
      const asked = called && parent?.optional === true;
      const newer = name && !asked ? newerMember(object, name) : undefined;
      // A property of that name may be our own data; a method or a member of a known object is the browser's.
      if (newer && (called || newer.includes('.'))) found.add(newer);
    }
    if (node.type === 'NewExpression' || node.type === 'CallExpression') {
      const name = named(node.callee);
      for (const all of owners()) if (name && Object.hasOwn(all, name) && isNewer(all[name])) found.add(name);
    }
    for (const [name, child] of Object.entries(node)) if (name !== 'type') visit(child, node, name);
  };
  visit(program, undefined, '');
  return [...found].filter((name) => !POLYFILLED.has(name) && !Object.hasOwn(GUARDED, name)).sort();
}
