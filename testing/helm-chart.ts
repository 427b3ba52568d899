import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { z } from 'zod';

/**
 * Renders a chart as Helm does, supporting the few constructs that our templates use; anything else is an error, so that
 * templates stay simple.
 */

type Values = { readonly [name: string]: unknown };
type Scope = { dot: unknown; variables: ReadonlyMap<string, unknown> };
type Write = (scope: Scope) => string;
type Eval = (scope: Scope) => unknown;
/** A piece of a template: text, or the content of braces. */
type Piece = { text: string } | { action: string };

const TRIMMED = /\{\{(-?)([\s\S]*?)(-?)\}\}/g;
const WORDS = /"(?:[^"\\]|\\.)*"|[()|]|[^\s()|"]+/g;

function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let cut = false;
  for (const found of source.matchAll(TRIMMED)) {
    const [whole, before, action = '', after] = found;
    const text = source.slice(from, found.index);
    const begun = cut ? text.trimStart() : text;
    pieces.push({ text: before ? begun.trimEnd() : begun }, { action: action.trim() });
    from = found.index + whole.length;
    cut = after === '-';
  }
  const rest = source.slice(from);
  return [...pieces, { text: cut ? rest.trimStart() : rest }];
}

const isTrue = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : typeof value === 'object' && value !== null
      ? Object.keys(value).length > 0
      : Boolean(value);
const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const indented = (spaces: unknown, lines: unknown): string =>
  text(lines)
    .split('\n')
    .map((line) => ' '.repeat(Number(spaces)) + line)
    .join('\n');

/** Functions available to templates; a piped value is the last argument. */
const FUNCTIONS: Readonly<Record<string, (...given: unknown[]) => unknown>> = {
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: (spaces, lines) => `\n${indented(spaces, lines)}`,
  quote: (value) => JSON.stringify(text(value)),
  default: (other, value) => (isTrue(value) ? value : other),
  printf: (format, ...values) => text(format).replaceAll('%s', () => text(values.shift())),
  list: (...values) => values,
  eq: (one, other) => one === other,
  not: (value) => !isTrue(value),
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  or: (...values) => values.find(isTrue) ?? values.at(-1),
  regexMatch: (pattern, value) => new RegExp(text(pattern)).test(text(value)),
  fail: (words) => {
    throw new Error(text(words));
  },
};

const along = (start: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (at as Values | undefined)?.[name], start);

class Template {
  readonly defined = new Map<string, Write>();
  #pieces: Piece[] = [];

  /** @throws for anything that is not supported. */
  read(source: string): Write {
    this.#pieces = piecesOf(source);
    const [write, end] = this.#until();
    if (end) throw new Error(`{{ ${end} }} ends nothing`);
    return write;
  }

  /** Everything up to the next action that ends or continues a block, and that action. */
  #until(): [Write, string | undefined] {
    const parts: Write[] = [];
    const all: Write = (scope) => parts.map((part) => part(scope)).join('');
    for (let piece = this.#pieces.shift(); piece; piece = this.#pieces.shift()) {
      if ('text' in piece) {
        const { text: plain } = piece;
        parts.push(() => plain);
      } else if (/^(?:end|else)\b/.test(piece.action)) return [all, piece.action];
      else if (!piece.action.startsWith('/*')) parts.push(this.#action(piece.action));
    }
    return [all, undefined];
  }

  #block(): Write {
    const [write, end] = this.#until();
    if (end !== 'end') throw new Error('A block is not ended');
    return write;
  }

  #action(action: string): Write {
    const [, word = '', rest = ''] = /^(if|range|define)\s+(.*)$/s.exec(action) ?? [];
    if (word === 'define') {
      this.defined.set(JSON.parse(rest) as string, this.#block());
      return () => '';
    }
    if (word === 'if') return this.#condition(rest);
    if (word === 'range') return this.#range(rest);
    const value = this.#expression(action);
    return (scope) => text(value(scope));
  }

  #condition(rest: string): Write {
    const test = this.#expression(rest);
    const [then, end] = this.#until();
    const otherwise = end === 'else' ? this.#block() : () => '';
    return (scope) => (isTrue(test(scope)) ? then : otherwise)(scope);
  }

  #range(rest: string): Write {
    const [, names = '', source = ''] = /^(\$\w+(?:, \$\w+)?) := (.*)$/.exec(rest) ?? [];
    const [first = '', second] = names.split(', ');
    const value = this.#expression(source);
    const body = this.#block();
    return (scope) => {
      const of = value(scope) as object;
      // Of a map in the order of its names.
      const entries = Array.isArray(of)
        ? Object.entries(of)
        : Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1));
      return entries
        .map(([key, dot]) => {
          const own: [string, unknown][] = second
            ? [
                [first, key],
                [second, dot],
              ]
            : [[first, dot]];
          return body({ dot, variables: new Map([...scope.variables, ...own]) });
        })
        .join('');
    };
  }

  #expression(source: string): Eval {
    const words = source.match(WORDS) ?? [];
    const read = (): Eval => {
      let piped: Eval | undefined;
      for (;;) {
        const operands: Eval[] = [];
        let name: string | undefined;
        for (let word = words[0]; word !== undefined && word !== '|' && word !== ')'; word = words[0]) {
          words.shift();
          if (word === '(') {
            operands.push(read());
            if (words.shift() !== ')') throw new Error(`No end of ( in ${source}`);
          } else if (operands.length === 0 && name === undefined && /^[a-z]\w*$/i.test(word)) name = word;
          else operands.push(this.#operand(word));
        }
        piped = this.#call(name, piped ? [...operands, piped] : operands);
        if (words[0] !== '|') return piped;
        words.shift();
      }
    };
    return read();
  }

  #call(name: string | undefined, operands: readonly Eval[]): Eval {
    const [only] = operands;
    if (name === undefined && only && operands.length === 1) return only;
    if (name === 'include')
      return (scope) => {
        const [part, dot] = operands.map((operand) => operand(scope));
        const write = this.defined.get(text(part));
        if (!write) throw new Error(`Nothing is defined as ${text(part)}`);
        return write({ dot, variables: new Map([['$', dot]]) });
      };
    const work = FUNCTIONS[name ?? ''];
    if (!work) throw new Error(`Templates may not call ${name}`);
    return (scope) => work(...operands.map((operand) => operand(scope)));
  }

  #operand(word: string): Eval {
    if (word.startsWith('"')) return () => JSON.parse(word) as string;
    if (/^\d+$/.test(word)) return () => Number(word);
    const [start = '', ...path] = word.split('.');
    if (start === '') return ({ dot }) => along(dot, path.filter(Boolean));
    if (!start.startsWith('$')) throw new Error(`${word} is nothing`);
    return ({ variables }) => along(variables.get(start), path);
  }
}

/** Values merged over defaults; lists are replaced, as in Helm. */
const merged = (below: unknown, over: unknown): unknown => {
  const isMap = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap(below) || !isMap(over)) return over ?? below;
  const names = new Set([...Object.keys(below), ...Object.keys(over)]);
  return Object.fromEntries([...names].map((name) => [name, merged(below[name], over[name])]));
};

/** Errors, each with its path, that a chart's schema finds in its values with others merged over them. */
export function schemaProblems(folder: string, given: Values): string[] {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const schema = z.fromJSONSchema(JSON.parse(read('values.schema.json')));
  const { error } = schema.safeParse(merged(parse(read('values.yaml')), given));
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** All objects that a chart renders from values merged over its own. @throws if the chart refuses them. */
export function renderChart(folder: string, given: Values, release = 'orbita'): Values[] {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const chart = parse(read('Chart.yaml')) as Values;
  const root = {
    Values: merged(parse(read('values.yaml')), given),
    Chart: { ...chart, AppVersion: chart.appVersion, Version: chart.version, Name: chart.name },
    Release: { Name: release, Service: 'Helm', Namespace: 'default' },
  };
  const template = new Template();
  const files = globSync('templates/*.{tpl,yaml}', { cwd: folder }).toSorted();
  const writers = files.map((file) => [file, template.read(read(file))] as const);
  return writers.flatMap(([file, write]) => {
    const written = write({ dot: root, variables: new Map([['$', root]]) });
    return parseAllDocuments(written).flatMap((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}\n${written}`);
      const content = document.toJSON() as Values | null;
      return content === null ? [] : [content];
    });
  });
}
