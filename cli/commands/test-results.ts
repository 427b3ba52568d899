/** A line of results as the service takes it, and where it stood in the file. */
export type CsvResult = {
  line: number;
  subscriptionId: number;
  present: boolean;
  score: number | null;
  essayScore: number | null;
};
export type CsvProblem = { line: number; path: string; message: string };

const COLUMNS = ['subscriptionId', 'present', 'score', 'essayScore'] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Partial<Record<Column, string>>;

const PRESENT: Record<string, boolean> = {
  true: true,
  yes: true,
  sim: true,
  '1': true,
  false: false,
  no: false,
  não: false,
  nao: false,
  '0': false,
};

const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();

/** Comma, or semicolon as Portuguese spreadsheets write it, where a comma is the decimal point. */
const separatorOf = (header: string) => (header.includes(';') ? ';' : ',');

function scoreOf(cell: string | undefined, name: Column, tell: (path: string, message: string) => void) {
  if (!cell) return null;
  const value = cell.replace(',', '.');
  if (/^\d+(\.\d)?$/.test(value) && Number(value) <= 1000) return Number(value);
  tell(name, `${cell} is no score: 0 to 1000, at most one decimal`);
  return null;
}

function resultOf(cells: Cells, line: number, problems: CsvProblem[]): CsvResult {
  const tell = (path: string, message: string) => problems.push({ line, path, message });
  const id = cells.subscriptionId ?? '';
  if (!/^[1-9]\d{0,14}$/.test(id))
    tell('subscriptionId', `${id || 'Nothing'} is no number of an application`);
  const said = (cells.present ?? '').toLowerCase();
  const present = PRESENT[said];
  if (present === undefined) tell('present', `${said || 'Nothing'} is neither yes nor no`);
  const score = scoreOf(cells.score, 'score', tell);
  const essayScore = scoreOf(cells.essayScore, 'essayScore', tell);
  if (present && !cells.score) tell('score', 'Required of who was there');
  if (present === false && (cells.score || cells.essayScore)) tell('score', 'Who was absent has none');
  return { line, subscriptionId: Number(id), present: present ?? false, score, essayScore };
}

/**
 * Reads results from a CSV with a header (`subscriptionId,present,score,essayScore` in any order, the last two as
 * needed) and reports every problem with its line.
 */
export function parseResults(text: string): { results: CsvResult[]; problems: CsvProblem[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const problems: CsvProblem[] = [];
  const separator = separatorOf(lines[0] ?? '');
  const header = (lines[0] ?? '').split(separator).map(unquoted);
  for (const name of header) {
    if (COLUMNS.some((known) => known === name)) continue;
    problems.push({ line: 1, path: name, message: `Unknown column; known: ${COLUMNS.join(', ')}` });
  }
  for (const name of ['subscriptionId', 'present'])
    if (!header.includes(name)) problems.push({ line: 1, path: name, message: 'This column is missing' });
  if (problems.length > 0) return { results: [], problems };

  const results: CsvResult[] = [];
  const seen = new Map<number, number>();
  for (const [index, text] of lines.entries()) {
    if (index === 0 || text.trim() === '') continue;
    const line = index + 1;
    const cells = text.split(separator).map(unquoted);
    if (cells.length > header.length) {
      problems.push({ line, path: '', message: `${cells.length} cells, but ${header.length} columns` });
      continue;
    }
    const result = resultOf(Object.fromEntries(cells.map((cell, at) => [header[at], cell])), line, problems);
    const first = seen.get(result.subscriptionId);
    if (first) problems.push({ line, path: 'subscriptionId', message: `Is in line ${first}, too` });
    seen.set(result.subscriptionId, line);
    results.push(result);
  }
  if (results.length === 0 && problems.length === 0)
    problems.push({ line: 1, path: '', message: 'No line of results' });
  return { results, problems };
}
