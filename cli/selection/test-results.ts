import { type CsvProblem, parseTable, yesOrNo } from '../csv.ts';

/** A row of results as the service expects it, with its position in the file. */
export type CsvResult = {
  line: number;
  subscriptionId: number;
  present: boolean;
  score: number | null;
  essayScore: number | null;
};
const COLUMNS = ['subscriptionId', 'present', 'score', 'essayScore'] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Partial<Record<Column, string>>;

function scoreOf(cell: string | undefined, name: Column, report: (path: string, message: string) => void) {
  if (!cell) return null;
  const value = cell.replace(',', '.');
  if (/^\d+(\.\d)?$/.test(value) && Number(value) <= 1000) return Number(value);
  report(name, `${cell} is no score: 0 to 1000, at most one decimal`);
  return null;
}

function resultOf(cells: Cells, line: number, problems: CsvProblem[]): CsvResult {
  const report = (path: string, message: string) => problems.push({ line, path, message });
  const id = cells.subscriptionId ?? '';
  if (!/^[1-9]\d{0,14}$/.test(id))
    report('subscriptionId', `${id || 'Nothing'} is no number of an application`);
  const said = yesOrNo(cells.present ?? '');
  const present = said === true;
  const absent = said === false;
  if (said === undefined) report('present', `${cells.present || 'Nothing'} is neither yes nor no`);
  const score = scoreOf(cells.score, 'score', report);
  const essayScore = scoreOf(cells.essayScore, 'essayScore', report);
  if (present && !cells.score) report('score', 'Required of who was there');
  if (absent && (cells.score || cells.essayScore)) report('score', 'Who was absent has none');
  return { line, subscriptionId: Number(id), present, score, essayScore };
}

/**
 * Reads results from a CSV with a header (`subscriptionId,present,score,essayScore` in any order, the last two optional) and
 * reports every problem with its line.
 */
export function parseResults(text: string): { results: CsvResult[]; problems: CsvProblem[] } {
  const { lines, problems } = parseTable(text, COLUMNS, ['subscriptionId', 'present']);
  const results: CsvResult[] = [];
  const seen = new Map<number, number>();
  for (const { line, cells } of lines) {
    const result = resultOf(cells, line, problems);
    const first = seen.get(result.subscriptionId);
    if (first) problems.push({ line, path: 'subscriptionId', message: `Is in line ${first}, too` });
    seen.set(result.subscriptionId, line);
    results.push(result);
  }
  return { results, problems: problems.toSorted((one, other) => one.line - other.line) };
}
