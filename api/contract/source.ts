import { entryOf } from '@orbita/domain/foundation';
import { Parser } from 'htmlparser2';

const named = (names: string, problem: (name: string) => string): [string, string][] =>
  names.split(' ').map((name) => [name, problem(name)]);

/** Elements that a browser shows but a plain-text contract cannot, with the problem to report, by name. */
const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ...named(
    'picture svg math video audio canvas map meter progress',
    (name) => `o contrato não mostra imagem, fórmula nem mídia (<${name}>): escreva o que ela diz`,
  ),
  ...named(
    'input select textarea button',
    (name) => `o contrato não tem campo para preencher (<${name}>): tire o campo ou escreva o texto`,
  ),
  ...named('s strike del', (name) => `texto riscado (<${name}>) apareceria como válido: apague o texto`),
  ['q', 'escreva as aspas em vez de <q>'],
]);

/** Maximum length of a style attribute that is examined; longer ones were not written by a person. */
const MOST_STYLE = 2_000;
const HIDDEN: Readonly<Record<string, (value: string) => boolean>> = {
  display: (value) => value.startsWith('none'),
  visibility: (value) => /^(?:hidden|collapse)/.test(value),
  opacity: (value) => Number.parseFloat(value) === 0,
  'font-size': (value) => Number.parseFloat(value) === 0,
};

function styleProblem({ style = '', hidden }: Record<string, string>): string | undefined {
  if (style.length > MOST_STYLE) return `o estilo de um elemento passa de ${MOST_STYLE} caracteres`;
  const declared = style.split(';').map((one): [string, string] => {
    const at = one.indexOf(':');
    return [
      one.slice(0, at).trim().toLowerCase(),
      one
        .slice(at + 1)
        .trim()
        .toLowerCase(),
    ];
  });
  if (hidden !== undefined || declared.some(([name, value]) => entryOf(HIDDEN, name)?.(value)))
    return 'texto escondido apareceria no contrato: apague o texto';
  return declared.some(
    ([name, value]) => name.startsWith('text-decoration') && value.includes('line-through'),
  )
    ? 'texto riscado apareceria como válido: apague o texto'
    : undefined;
}

const MOST_PROBLEMS = 20;

/**
 * Problems of elements that would make a contract text say something other than what its author sees, because cleaning removes
 * them: pictures, fields, strike-through and hidden text. One problem of each kind, with its line, in pt-BR.
 */
export function sourceProblems(html: string): string[] {
  const problems = new Map<string, number>();
  const parser: Parser = new Parser({
    onopentag: (name, attributes) => {
      const problem = ELEMENTS.get(name) ?? styleProblem(attributes);
      if (problem && !problems.has(problem) && problems.size < MOST_PROBLEMS)
        problems.set(problem, parser.startIndex);
    },
  });
  parser.end(html);
  return [...problems].map(
    ([problem, at]) => `linha ${html.slice(0, at).split('\n').length} do texto: ${problem}`,
  );
}
