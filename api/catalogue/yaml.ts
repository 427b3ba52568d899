import {
  Composer,
  CST,
  type Document,
  isScalar,
  Lexer,
  LineCounter,
  type Pair,
  Parser,
  type Scalar,
  visit,
} from 'yaml';

/** Limits for one file; the deepest catalogue has ten levels, and few use references at all. */
const MOST_LEVELS = 50;
const MOST_REFERENCES = 2_000;
/** Most YAML errors kept; one broken line may cause thousands. */
const MOST_ERRORS = 500;

/** Thrown for a file built to be expensive; none of it is read. `line` counts from 1. */
export class Excessive extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** A document with the first errors of its text, the offsets of repeated keys, and values that cannot be meant. */
export type Yaml = {
  document: Document;
  errors: { at: number; message: string }[];
  repeated: number[];
  unmeant: { at: number; message: string }[];
  lineAt(offset: number): number;
};

/** Counts the references of a text. */
class Measure {
  #references = 0;
  #before = '';
  look(lexeme: string, line: () => number): void {
    const isText = this.#before === CST.SCALAR;
    this.#before = lexeme;
    if (isText || (lexeme[0] !== '*' && lexeme[0] !== '&')) return;
    this.#references += 1;
    if (this.#references > MOST_REFERENCES)
      throw new Excessive(line(), `há mais de ${MOST_REFERENCES} referências (& e *)`);
  }
}

/** Offsets of keys repeated within a mapping; the library's own check compares every key with every other. */
function repeatedKeys(document: Document): number[] {
  const found: number[] = [];
  visit(document, {
    Map(_, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items as Pair<Scalar>[]) {
        if (!isScalar(key) || key.value === '<<') continue;
        if (known.has(key.value)) found.push(key.range?.[0] ?? 0);
        known.add(key.value);
      }
    },
  });
  return found;
}

/** A number as it is written in Brazil: YAML reads 1.200 as 1.2. */
const THOUSANDS = /^\d{1,3}\.\d{3}$/;

/** Texts with a NUL or half of a character, which YAML writes as escapes, and numbers with a point between thousands. */
function unmeantValues(document: Document): Yaml['unmeant'] {
  const found: Yaml['unmeant'] = [];
  visit(document, {
    Scalar(_, { value, range, source = '' }) {
      const at = range?.[0] ?? 0;
      if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
        found.push({ at, message: 'this text has a character that no text needs (NUL)' });
      if (typeof value === 'number' && THOUSANDS.test(source))
        found.push({
          at,
          message: `${source} is read as ${value}: write ${source.replace('.', '')} or ${value}`,
        });
    },
  });
  return found;
}

/**
 * The errors above the line at which a text is nested too deeply: after a mistake, such as a tab before a key, the parser puts whatever
 * follows inside of it.
 * @throws tooDeep if there are none, so that the nesting is what was written.
 */
function errorsBefore(tooDeep: Excessive, found: Yaml['errors'], lineAt: Yaml['lineAt']): Yaml['errors'] {
  const before = found.filter(({ at }) => lineAt(at) < tooDeep.line);
  if (before.length === 0) throw tooDeep;
  return before;
}

/**
 * Reads one YAML text in time linear in its length.
 * @throws Excessive for a text that is nested too deeply or has too many references, before anything recurses over it.
 */
export function readYaml(text: string): Yaml {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const measure = new Measure();
  const lineAt = (offset: number) => lines.linePos(offset).line;
  let tooDeep: Excessive | undefined;
  function* tokens() {
    for (const lexeme of new Lexer().lex(text)) {
      const line = () => lineAt(parser.offset);
      measure.look(lexeme, line);
      if (parser.stack.length > MOST_LEVELS) {
        tooDeep = new Excessive(line(), `há mais de ${MOST_LEVELS} níveis um dentro do outro`);
        break;
      }
      yield* parser.next(lexeme);
    }
    yield* parser.end();
  }
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, merge: true, logLevel: 'error' });
  const [document, second] = composer.compose(tokens(), true, text.length);
  if (!document) throw new Error('A text of YAML is always a document');
  const found = document.errors.slice(0, MOST_ERRORS).map(({ pos: [at], message }) => ({ at, message }));
  const errors = tooDeep ? errorsBefore(tooDeep, found, lineAt) : found;
  if (second) errors.push({ at: second.range[0], message: 'there is a second document' });
  const usable = errors.length === 0;
  return {
    ...{ document, errors, lineAt },
    repeated: usable ? repeatedKeys(document) : [],
    unmeant: usable ? unmeantValues(document) : [],
  };
}
