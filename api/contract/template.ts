import { escapeHtml } from '@orbita/domain/foundation';

/**
 * Placeholders of contract texts: `{{name}}` inserts an escaped value, `{{#name}}…{{/name}}` shows its content if the value
 * exists (once per item of a list), `{{^name}}…{{/name}}` if it does not. A name is looked up from the innermost section
 * outwards; nested fields are separated by dots.
 */
type Value = string | number | boolean | null | readonly Values[] | { readonly [name: string]: Value };
export type Values = { readonly [name: string]: Value };

/** A piece of a template; plain data, so that it can be stored. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'put'; name: string }
  | { kind: 'section'; name: string; inverted: boolean; parts: Part[] };

const TOKEN = /\{\{\s*(?:([#^/])\s*)?([\w.]+)\s*\}\}/g;

/** Maximum nesting of sections; a contract has two or three levels. */
const MOST_NESTED = 10;
/** Maximum number of pieces and characters in a filled text; lists within lists would otherwise multiply without limit. */
const MOST_PIECES = 100_000;
const MOST_CHARACTERS = 2_000_000;

/** Parses a template. Throws on a section that is not closed, was never opened, is nested too deeply or within itself. */
export function readTemplate(html: string): Part[] {
  const root: Part[] = [];
  const open: { name: string; parts: Part[] }[] = [{ name: '', parts: root }];
  let at = 0;
  for (const found of html.matchAll(TOKEN)) {
    const [whole, mark, name = ''] = found;
    const top = open.at(-1)?.parts ?? root;
    top.push({ kind: 'text', text: html.slice(at, found.index) });
    at = found.index + whole.length;
    if (mark === '/') {
      if (open.length === 1 || open.pop()?.name !== name) throw new Error(`{{/${name}}} closes nothing`);
    } else if (mark) {
      if (open.some((outer) => outer.name === name)) throw new Error(`{{#${name}}} fica dentro de si mesma`);
      if (open.length > MOST_NESTED)
        throw new Error(`{{#${name}}}: mais de ${MOST_NESTED} seções uma dentro da outra`);
      const parts: Part[] = [];
      top.push({ kind: 'section', name, inverted: mark === '^', parts });
      open.push({ name, parts });
    } else top.push({ kind: 'put', name });
  }
  if (open.length > 1) throw new Error(`{{#${open.at(-1)?.name}}} is not closed`);
  root.push({ kind: 'text', text: html.slice(at) });
  return root;
}

const isRecord = (value: Value | undefined): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function lookUp(name: string, scopes: readonly Values[]): Value {
  const [first = '', ...rest] = name.split('.');
  const scope = scopes.findLast((candidate) => Object.hasOwn(candidate, first));
  if (!scope) throw new Error(`Unknown placeholder {{${name}}}`);
  let value: Value = scope[first] ?? null;
  for (const part of rest) {
    if (value === null) return null;
    if (!isRecord(value) || !Object.hasOwn(value, part)) throw new Error(`Unknown placeholder {{${name}}}`);
    value = value[part] ?? null;
  }
  return value;
}

/** Inserted for a missing value. */
const UNKNOWN = '—';
const textOf = (value: Value): string =>
  value === null || value === '' ? UNKNOWN : escapeHtml(String(value));

const isThere = (value: Value): boolean =>
  value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);

type Written = { pieces: string[]; characters: number };

function put(written: Written, text: string): void {
  written.pieces.push(text);
  written.characters += text.length;
  if (written.pieces.length > MOST_PIECES || written.characters > MOST_CHARACTERS)
    throw new Error('The filled text is too long');
}

function write(parts: readonly Part[], scopes: readonly Values[], written: Written): void {
  for (const part of parts) {
    if (part.kind === 'text') {
      put(written, part.text);
      continue;
    }
    const value = lookUp(part.name, scopes);
    if (part.kind === 'put') put(written, textOf(value));
    else if (part.inverted || !isThere(value)) {
      if (part.inverted && !isThere(value)) write(part.parts, scopes, written);
    } else if (Array.isArray(value)) {
      for (const item of value as readonly Values[]) write(part.parts, [...scopes, item], written);
    } else write(part.parts, isRecord(value) ? [...scopes, value] : scopes, written);
  }
}

/**
 * Fills in a template; the same values always give the same text. Throws on an unknown placeholder, and when the text becomes too
 * long.
 */
export function fillTemplate(parts: readonly Part[], values: Values): string {
  const written: Written = { pieces: [], characters: 0 };
  write(parts, [values], written);
  return written.pieces.join('');
}

/** Names that a template uses; `within` is the name of the section around each. */
export function placeholdersOf(parts: readonly Part[], within = ''): { name: string; within: string }[] {
  return parts.flatMap((part) => {
    if (part.kind === 'text') return [];
    const here = { name: part.name, within };
    return part.kind === 'put' ? [here] : [here, ...placeholdersOf(part.parts, part.name)];
  });
}
