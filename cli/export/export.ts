import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Body } from '@orbita/protocol';
import { columnsOf, EXPORT_FORMATS, EXPORT_LIST_NAMES, type ExportList } from '@orbita/protocol/export';
import { type Context, Misused, wholeNumber, writing } from '../context.ts';
import { known } from '../listing.ts';

const SHOWN = ['id', 'list', 'format', 'state', 'rows', 'estimated', 'createdAt', 'expiresAt'] as const;
const LOOK_MS = 500;

type Wish = {
  format: string;
  columns?: string;
  reason?: string;
  institution?: string;
  since?: string;
  state?: string;
  offer?: string;
  course?: string;
  intake?: string;
  file?: string;
  yes?: boolean;
};

/** The chosen columns; by default all that do not identify people. */
const columnsFor = (list: ExportList, given: string | undefined): string[] =>
  given === undefined
    ? columnsOf(list).flatMap(({ key, personal }) => (personal ? [] : [key]))
    : given.split(',').map((one) =>
        known(
          columnsOf(list).map(({ key }) => key),
          one.trim(),
          'column',
        ),
      );

function bodyOf(list: ExportList, wish: Wish): Body<'POST /operations/exports'> {
  const { institution, since, state, offer, course, intake } = wish;
  const filters = { institution, updatedSince: since, state, offer, course, intake };
  return {
    list,
    query: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
    format: known(EXPORT_FORMATS, wish.format, 'format'),
    columns: columnsFor(list, wish.columns),
    ...(wish.reason === undefined ? {} : { reason: wish.reason }),
    // The service checks which filters and columns a list has.
  } as Body<'POST /operations/exports'>;
}

async function save(context: Context, id: number, file: string | undefined, yes: boolean | undefined) {
  const { name, content } = await context
    .client('Saving…')
    .download('GET /operations/exports/{id}/file', { params: { id } });
  // A name from elsewhere must never lead out of this folder.
  const path = file ?? (name ?? `orbita-${id}`).replaceAll(/[^A-Za-z0-9._-]/g, '_');
  try {
    writeFileSync(path, content, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new Misused(`${path} cannot be written: ${(error as Error).message}`);
    await context.confirm(`Write over ${path}?`, yes);
    writing(path, () => writeFileSync(path, content));
  }
  context.done(path, { id, file: path });
}

/** Waits until a file is ready; throws when it never will be. */
async function ready(context: Context, id: number): Promise<boolean> {
  for (;;) {
    const { state, rows, estimated } = await context.call('GET /operations/exports/{id}', { params: { id } });
    if (state === 'ready') return true;
    if (state !== 'waiting' && state !== 'running') {
      context.output.err(`Export ${id}: ${state}`);
      return false;
    }
    context.output.progress?.(
      state === 'waiting' ? 'Waiting for its turn' : `${rows} of about ${estimated ?? '…'} rows`,
    );
    await pause(LOOK_MS);
  }
}

/** `export`: lists as files (spec 25.3.6). */
export function exportCommands(context: Context): void {
  const lists = context.program.command('export').description('Lists as files, each for who asked alone');
  lists
    .command('run <list>')
    .description(`Take a list out and save it: ${EXPORT_LIST_NAMES.join(', ')}`)
    .option('--format <format>', `one of ${EXPORT_FORMATS.join(', ')}`, 'csv')
    .option('--columns <keys>', 'separated by commas; otherwise all that name nobody')
    .option('--reason <text>', 'why columns that name people are needed')
    .option('--institution <code>', 'only of this institution')
    .option('--since <time>', 'only what changed since then')
    .option('--state <state>', 'only in this state; of applications the number of a status')
    .option('--offer <code>', 'only applications of this offer')
    .option('--course <code>', 'only applications of this course')
    .option('--intake <code>', 'only applications of this intake')
    .option('-f, --file <path>', 'where to write it; its own name otherwise')
    .option('--yes', 'do not ask before a file is written over')
    .action(async (list: string, wish: Wish) => {
      const body = bodyOf(known(EXPORT_LIST_NAMES, list, 'list'), wish);
      const { id } = await context.call('POST /operations/exports', { body });
      const there = await ready(context, id);
      context.output.progress?.(undefined);
      if (there) await save(context, id, wish.file, wish.yes);
      else context.refuse();
    });
  lists
    .command('list')
    .description('The files you asked for last')
    .action(async () => {
      const jobs = await context.call('GET /operations/exports');
      context.rows(jobs, jobs, SHOWN);
    });
  lists
    .command('show <id>')
    .description('How far a file is')
    .action((id: string) =>
      context.show('GET /operations/exports/{id}', { params: { id: wholeNumber(id) } }),
    );
  lists
    .command('download <id>')
    .description('Save a file that is ready')
    .option('-f, --file <path>', 'where to write it; its own name otherwise')
    .option('--yes', 'do not ask before a file is written over')
    .action((id: string, { file, yes }: { file?: string; yes?: boolean }) =>
      save(context, wholeNumber(id), file, yes),
    );
  lists
    .command('cancel <id>')
    .description('Stop a file that is being made, or delete one that is ready')
    .action(async (id: string) => {
      await context.call('DELETE /operations/exports/{id}', { params: { id: wholeNumber(id) } });
      context.done(`Cancelled export ${id}`);
    });
}
