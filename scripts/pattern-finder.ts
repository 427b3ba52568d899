import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

/** One of our regular expressions: its text as `/source/flags`, and the files and lines that contain it. */
export type Pattern = { text: string; source: string; flags: string; places: string[]; shipped: boolean };
/** A regular expression that is assembled at run time, so that it cannot be judged beforehand. */
export type Computed = { place: string; code: string; shipped: boolean };

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const PARTS = 'domain,protocol,client,ui,api,web,console,sandbox,cli,scripts,tools';
/** Run only by developers, on the output of our own programs: slow at worst, never a way to stop a service. */
const NOT_SHIPPED = /\.test\.tsx?$|^(?:scripts|tools|testing)\/|\.config\.ts$/;
const TAKES_PATTERN = new Set(['match', 'matchAll', 'search']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

function* everyNode(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* everyNode(child);
}

const UNWRAPPED = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
const isRawTag = (tag: unknown) =>
  isNode(tag) && isNode(tag.object) && tag.object.name === 'String' && isNode(tag.property);

/** The text an expression always has, from literals and constants of the same file; undefined if it varies. */
function textOf(node: unknown, constants: ReadonlyMap<string, Node>): string | undefined {
  if (!isNode(node)) return undefined;
  if (UNWRAPPED.has(node.type)) return textOf(node.expression, constants);
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'Identifier') return textOf(constants.get(node.name as string), constants);
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [textOf(node.left, constants), textOf(node.right, constants)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (node.type === 'MemberExpression' && isNode(node.property) && node.property.name === 'source') {
    const object =
      isNode(node.object) && node.object.type === 'Identifier'
        ? constants.get(node.object.name as string)
        : node.object;
    return isNode(object) ? (object.regex as { pattern: string } | undefined)?.pattern : undefined;
  }
  const raw = node.type === 'TaggedTemplateExpression' && isRawTag(node.tag);
  const template = raw ? node.quasi : node;
  if (!isNode(template) || template.type !== 'TemplateLiteral') return undefined;
  const parts = template.quasis as { value: { raw: string; cooked: string } }[];
  const between = (template.expressions as Node[]).map((one) => textOf(one, constants));
  if (between.includes(undefined)) return undefined;
  return parts.map(({ value }, at) => (raw ? value.raw : value.cooked) + (between[at] ?? '')).join('');
}

/** `const name = …` anywhere in the file; a name declared twice is left out. */
function constantsOf(program: Node): Map<string, Node> {
  const found = new Map<string, Node>();
  const twice = new Set<string>();
  for (const node of everyNode(program)) {
    if (node.type !== 'VariableDeclaration' || node.kind !== 'const') continue;
    for (const { id, init } of node.declarations as { id: Node; init: Node }[]) {
      if (id.type !== 'Identifier' || !isNode(init)) continue;
      if (found.has(id.name as string)) twice.add(id.name as string);
      found.set(id.name as string, init);
    }
  }
  for (const name of twice) found.delete(name);
  return found;
}

type Found = { source: string; flags: string; at: Node } | { computed: Node };

function* patternsIn(program: Node): Generator<Found> {
  const constants = constantsOf(program);
  for (const node of everyNode(program)) {
    const literal = node.regex as { pattern: string; flags: string } | undefined;
    if (literal) yield { source: literal.pattern, flags: literal.flags, at: node };
    const callee = node.callee;
    if (!isNode(callee)) continue;
    const [first, second] = node.arguments as Node[];
    if (callee.name === 'RegExp' && !(first?.regex && !second)) {
      const source = textOf(first, constants);
      const flags = second ? textOf(second, constants) : '';
      yield source === undefined || flags === undefined ? { computed: node } : { source, flags, at: node };
    }
    // These methods treat a string argument as a pattern.
    const method =
      callee.type === 'MemberExpression' && isNode(callee.property) ? callee.property.name : undefined;
    if (TAKES_PATTERN.has(method as string) && node.arguments && (node.arguments as Node[]).length === 1) {
      const written = first?.type === 'Literal' || first?.type === 'TemplateLiteral';
      const source = written ? textOf(first, constants) : undefined;
      if (source !== undefined) yield { source, flags: '', at: node };
    }
  }
}

/** Every regular expression in one source text, found by parsing. Throws when the text does not parse. */
export function patternsOf(code: string, name: string) {
  const program = parseAst(code, { lang: name.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
  return [...patternsIn(program)];
}

/** All regular expressions of the repository below `root`, each once, and those that cannot be judged beforehand. */
export function findPatterns(root: string): { patterns: Pattern[]; computed: Computed[] } {
  const patterns = new Map<string, Pattern>();
  const computed: Computed[] = [];
  const files = globSync(`{${PARTS}}/**/*.{ts,tsx,mjs,js}`, {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  for (const file of files.toSorted()) {
    const code = readFileSync(join(root, file), 'utf8');
    const shipped = !NOT_SHIPPED.test(file);
    const placeOf = (node: Node) => `${file}:${code.slice(0, node.start).split('\n').length}`;
    for (const found of patternsOf(code, file)) {
      if ('computed' in found) {
        const { computed: node } = found;
        computed.push({ place: placeOf(node), code: code.slice(node.start, node.end), shipped });
        continue;
      }
      const { source, flags, at } = found;
      const text = `/${source}/${flags}`;
      const known = patterns.get(text) ?? { text, source, flags, places: [], shipped: false };
      known.places.push(placeOf(at));
      known.shipped ||= shipped;
      patterns.set(text, known);
    }
  }
  return { patterns: [...patterns.values()], computed };
}
