import { typedScore } from './exam-score.ts';

/** One result, as given in a file. */
type ResultRow = {
  line: number;
  subscriptionId: number;
  present: boolean;
  score: number | null;
  essayScore: number | null;
};
export type ResultProblem = { line: number; message: string };

/** Columns of the file, in any order; the last one may be missing. */
const RESULT_COLUMNS = ['inscricao', 'presente', 'nota', 'nota_redacao'] as const;
/** Maximum number of lines read from a file. */
const MOST_RESULT_LINES = 1000;

/** Without accents, capitals, spaces around it and characters that nobody sees, such as the end mark of old programs (0x1A). */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\p{C}]/gu, '')
    .trim()
    .toLowerCase();

/** Recognises `sim` and `não`, and what spreadsheets convert them to; undefined for anything else. */
const presenceOf = (text: string): boolean | undefined => {
  if (['sim', 's', 'verdadeiro', 'true', '1'].includes(text)) return true;
  return ['nao', 'n', 'falso', 'false', '0'].includes(text) ? false : undefined;
};

/** A line of a file, with its number as shown to a person who opens the file. */
export type ResultLine = { line: number; cells: readonly string[] };
export type Results = { rows: ResultRow[]; problems: ResultProblem[] };

/**
 * Reads results from the lines of a file, whose first line names the columns, and reports what is wrong with each line. `roll`
 * contains the applications of the slot.
 */
export function resultsIn([head, ...body]: readonly ResultLine[], roll: ReadonlySet<number>): Results {
  const names = (head?.cells ?? []).map(plain);
  const at = (column: (typeof RESULT_COLUMNS)[number]) => names.indexOf(column);
  const twice = RESULT_COLUMNS.find((column) => names.lastIndexOf(column) !== at(column));
  if (twice) return { rows: [], problems: [{ line: 1, message: `a coluna ${twice} aparece duas vezes.` }] };
  const missing = RESULT_COLUMNS.slice(0, 3).filter((column) => at(column) < 0);
  if (missing.length > 0)
    return { rows: [], problems: [{ line: 1, message: `faltam as colunas ${missing.join(', ')}.` }] };
  const filled = body
    .map(({ line, cells }) => ({ line, cells: cells.map(plain) }))
    .filter(({ cells }) => cells.some((one) => one !== ''));
  if (filled.length > MOST_RESULT_LINES)
    return {
      rows: [],
      problems: [{ line: 1, message: `o arquivo tem mais de ${MOST_RESULT_LINES} linhas.` }],
    };
  const rows: ResultRow[] = [];
  const problems: ResultProblem[] = [];
  const seen = new Map<number, number>();
  for (const { line, cells } of filled) {
    const cell = (column: (typeof RESULT_COLUMNS)[number]) => cells[at(column)] ?? '';
    const number = cell('inscricao');
    const subscriptionId = /^[0-9]{1,15}$/.test(number) ? Number(number) : 0;
    const present = presenceOf(cell('presente'));
    const [score, essayScore] = [scoreIn(cell('nota')), scoreIn(cell('nota_redacao'))];
    const earlier = seen.get(subscriptionId);
    const problem = problemOf();
    function problemOf(): string | undefined {
      if (subscriptionId === 0) return `"${number.slice(0, 20)}" não é um número de inscrição.`;
      if (!roll.has(subscriptionId)) return `a inscrição ${subscriptionId} não está neste horário.`;
      if (earlier !== undefined) return `inscrição repetida na linha ${earlier}.`;
      if (present === undefined) return 'escreva sim ou não em presente.';
      if (score === undefined || essayScore === undefined) return 'a nota deve ser de 0 a 1000.';
      if (present && score === null) return 'presente sem nota.';
      if (!present && (score !== null || essayScore !== null)) return 'ausente com nota.';
      return undefined;
    }
    if (earlier === undefined && subscriptionId > 0) seen.set(subscriptionId, line);
    if (problem !== undefined) problems.push({ line, message: problem });
    else
      rows.push({
        ...{ line, subscriptionId, present: present === true },
        ...{ score: score ?? null, essayScore: essayScore ?? null },
      });
  }
  return { rows, problems };
}

/** A score, null for an empty cell, undefined for an invalid score. */
const scoreIn = (text: string): number | null | undefined => (text === '' ? null : typedScore(text));
