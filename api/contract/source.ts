import { Parser } from 'htmlparser2';

const named = (names: string, problem: (name: string) => string): [string, string][] =>
  names.split(' ').map((name) => [name, problem(name)]);

/** What a browser shows of an element and a contract of plain text cannot, by its name. */
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

/** Longest style of an element that is looked at; a longer one is no style that a person wrote. */
const MOST_STYLE = 2_000;
const STRUCK = /text-decoration(?:-line)?\s{0,9}:[^;]{0,99}line-through/i;
const HIDDEN =
  /(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}(?:hidden|collapse)|(?:opacity|font-size)\s{0,9}:\s{0,9}0(?![.\d]*[1-9]))/i;

function styleProblem({ style = '', hidden }: Record<string, string>): string | undefined {
  if (style.length > MOST_STYLE) return `o estilo de um elemento passa de ${MOST_STYLE} caracteres`;
  if (hidden !== undefined || HIDDEN.test(style))
    return 'texto escondido apareceria no contrato: apague o texto';
  return STRUCK.test(style) ? 'texto riscado apareceria como válido: apague o texto' : undefined;
}

const MOST_PROBLEMS = 20;

/**
 * Where a contract text would say something else than its author sees: what is cleaned away is a picture, a field, a stroke
 * through words or their hiding. One problem for each kind, with its line, in pt-BR.
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
