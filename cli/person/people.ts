import type { Body } from '@orbita/protocol';
import { Refused } from '../client.ts';
import { type Context, Misused, wholeNumber } from '../context.ts';
import { type CsvLine, type CsvProblem, parseTable, yesOrNo } from '../csv.ts';
import { readTextFile } from '../files.ts';
import { documentCaseCommands } from './document-case.ts';
import { personPageCommands } from './person-page.ts';

const PERSON = [
  'documentType',
  'document',
  'name',
  'singleName',
  'socialName',
  'birthDate',
  'nationality',
  'email',
  'cellPhone',
  'externalId',
] as const;
const APPLICATION = [
  'personId',
  'offerCode',
  'courseCode',
  'poleCode',
  'level',
  'expectedYear',
  'voucher',
  'applicationExternalId',
] as const;
type Column = (typeof PERSON)[number] | (typeof APPLICATION)[number];
type Cells = CsvLine<Column>['cells'];
type Person = Body<'POST /operations/candidates'>;

/**
 * A day as a Portuguese spreadsheet saves `2001-03-05` again: `05/03/2001`. Anything else is left to the service, also the
 * `3/5/2001` of an English one, which begins with the month.
 */
const dayOf = (cell: string): string => cell.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1');

/** Person of a row; the service decides what is missing or wrong in it. */
const personOf = (cells: Cells): Person => ({
  ...Object.fromEntries(PERSON.map((name) => [name, cells[name] ?? null])),
  singleName: cells.singleName === undefined ? null : yesOrNo(cells.singleName) === true,
  birthDate: cells.birthDate === undefined ? null : dayOf(cells.birthDate),
  documentType: (cells.documentType?.toLowerCase() ?? 'cpf') as Person['documentType'],
  document: cells.document ?? '',
  name: cells.name ?? '',
});

const applicationOf = (personId: number, cells: Cells): Body<'POST /operations/subscriptions'> => ({
  personId,
  offerCode: cells.offerCode ?? '',
  courseCode: cells.courseCode ?? '',
  poleCode: cells.poleCode ?? '',
  schooling: cells.level
    ? {
        level: cells.level,
        expectedYear: cells.expectedYear === undefined ? null : Number(cells.expectedYear),
      }
    : null,
  voucher: cells.voucher ?? null,
  externalId: cells.applicationExternalId ?? null,
});

/** The result of one row of a file. */
type Outcome = { line: number; path: string | null; result: string };

const refused = (line: number, error: Refused): Outcome[] => {
  const fields = Array.isArray(error.envelope.errors)
    ? (error.envelope.errors as { field: string; message: string }[])
    : [];
  const said = { line, path: null, result: `${error.code}: ${error.message}` };
  return fields.length > 0
    ? fields.map(({ field, message }) => ({ line, path: field, result: `${error.code}: ${message}` }))
    : [said];
};

/** Problems found before anything is sent: cells that must be numbers or yes or no, and a year without its level. */
const problemsOf = ({ line, cells }: CsvLine<Column>): CsvProblem[] => [
  ...(['personId', 'expectedYear'] as const).flatMap((path) =>
    /^(\d{1,15})?$/.test(cells[path] ?? '') ? [] : [{ line, path, message: `${cells[path]} is no number` }],
  ),
  ...(cells.singleName === undefined || yesOrNo(cells.singleName) !== undefined
    ? []
    : [{ line, path: 'singleName', message: `${cells.singleName} is neither yes nor no` }]),
  ...(cells.expectedYear && !cells.level
    ? [{ line, path: 'level', message: 'Needed where an expected year is given' }]
    : []),
];

type Import = {
  columns: readonly Column[];
  required: readonly Column[];
  /** Imports one row and returns the result as text. */
  bringIn: (cells: Cells) => Promise<string>;
};

/**
 * Imports a file row by row. A refused row is reported with its number and does not stop the others; a service that does not
 * answer does, after what was done has been reported. Repeating a file is safe: existing people and applications are found.
 */
async function importFile(
  context: Context,
  path: string,
  { columns, required, bringIn }: Import,
): Promise<void> {
  const { lines, problems: unread } = parseTable(readTextFile(path), columns, required);
  const problems = [...unread, ...lines.flatMap(problemsOf)].sort((one, other) => one.line - other.line);
  if (problems.length > 0) {
    context.rows({ errors: problems }, problems, ['line', 'path', 'message']);
    return context.refuse();
  }
  const outcomes: Outcome[] = [];
  for (const { line, cells } of lines)
    try {
      outcomes.push({ line, path: null, result: await bringIn(cells) });
    } catch (error) {
      // Without an answer none of the rest would arrive either.
      if (!(error instanceof Refused) || error.status === 0 || error.status >= 500) {
        context.rows(outcomes, outcomes, ['line', 'path', 'result']);
        throw error;
      }
      outcomes.push(...refused(line, error));
      context.refuse();
    }
  context.rows(outcomes, outcomes, ['line', 'path', 'result']);
}

/** `orbita person find|show|import|institution-filter` (spec 3.9, D-85, 25.6). */
export function peopleCommands(context: Context): void {
  const group = context.program.command('person').description('People');
  personPageCommands(group, context);
  documentCaseCommands(group, context);
  group
    .command('import')
    .description(`Create or update people from a CSV, by document: ${PERSON.join(',')}`)
    .requiredOption('-f, --file <path>', 'CSV file with a header')
    .action(async ({ file }: { file: string }) => {
      const client = context.client('Bringing people in');
      await importFile(context, file, {
        columns: PERSON,
        required: ['document', 'name'],
        bringIn: async (cells) => {
          const { personId, caseId } = await client.call('POST /operations/candidates', {
            body: personOf(cells),
          });
          return caseId === null ? `person ${personId}` : `person ${personId}: case ${caseId} to decide`;
        },
      });
    });
  group
    .command('institution-filter <personId> <state>')
    .description('off: the person sees every institution on a brand host; on: that of the host alone')
    .action(async (personId: string, state: string) => {
      if (state !== 'on' && state !== 'off') throw new Misused('on or off');
      const params = { id: wholeNumber(personId) };
      const body = { disabled: state === 'off' };
      await context.show('PUT /operations/persons/{id}/institution-filter', { params, body });
    });
}

/** `orbita subscription import`: people with their applications. */
export function importCommand(context: Context): void {
  const subscription = context.program.commands.find((one) => one.name() === 'subscription');
  subscription
    ?.command('import')
    .description(
      `Apply for people from a CSV: ${APPLICATION.join(',')}, or instead of personId: ${PERSON.join(',')}`,
    )
    .requiredOption('-f, --file <path>', 'CSV file with a header')
    .action(async ({ file }: { file: string }) => {
      const client = context.client('Bringing applications in');
      const idOf = async (cells: Cells): Promise<number> =>
        cells.personId
          ? Number(cells.personId)
          : (await client.call('POST /operations/candidates', { body: personOf(cells) })).personId;
      await importFile(context, file, {
        columns: [...APPLICATION, ...PERSON],
        required: ['offerCode', 'courseCode', 'poleCode'],
        bringIn: async (cells) => {
          const body = applicationOf(await idOf(cells), cells);
          const { id } = await client.call('POST /operations/subscriptions', { body });
          return `application ${id}`;
        },
      });
    });
}
