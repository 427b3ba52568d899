import type { Answer, Body } from '@orbita/protocol';
import { type Context, list, Misused, wholeNumber } from '../context.ts';
import { known } from '../listing.ts';
import { explainGrave, showGrave } from './grave.ts';

type Wish = Body<'POST /operations/catalogue/edits'>;
type Plan = Answer<'POST /operations/catalogue/edits'>;
type Group = ReturnType<Context['program']['command']>;
type Edit = NonNullable<Wish['edits']>[number];

const LISTED = [
  ...(['tenant', 'institutions', 'hosts', 'intakes', 'offers', 'prices', 'vouchers'] as const),
  ...(['schedules', 'classes', 'support'] as const),
] as const;

/** `field=value`, the value as JSON, or as a text if it is not valid JSON. */
function assigned(given: string, before: Record<string, unknown> = {}): Record<string, unknown> {
  const at = given.indexOf('=');
  if (at < 1) throw new Misused(`${given} is not field=value`);
  const text = given.slice(at + 1);
  let value: unknown = text;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: a plain text.
  }
  return { ...before, [given.slice(0, at)]: value };
}

const rowsOf = ({ changes }: Plan) =>
  changes.flatMap(({ action, kind, code, details }) =>
    details.map(({ field, before, after }) => ({
      action,
      kind,
      code,
      field,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })),
  );

/** Shows what would change, or applies it as the next version; errors are shown at their fields. */
async function carryOut(context: Context, wish: Wish, planOnly: boolean): Promise<void> {
  const client = context.client();
  const planned = await client.call('POST /operations/catalogue/edits/plan', { body: wish });
  if (planned.errors.length > 0) {
    context.rows(planned, planned.errors, ['field', 'message']);
    return context.refuse();
  }
  if (planned.changes.length === 0) return context.done('Nothing would change.', planned);
  if (planOnly) showGrave(context, planned);
  const body = { ...wish, expectedVersion: planned.version };
  const done = planOnly
    ? planned
    : await client.call('POST /operations/catalogue/edits', { body }).catch((error: unknown) => {
        explainGrave(context, error);
        throw error;
      });
  context.rows(done, rowsOf(done), ['action', 'kind', 'code', 'field', 'before', 'after']);
}

const planning = (command: Group) => command.option('--plan', 'only show what would change');

/** `catalogue edit|copy|undo|versions|version|entries|entry` (spec 25.14). */
export function editCommands(context: Context, catalogue: Group): void {
  planning(
    catalogue
      .command('edit <kind> <code>')
      .description('Change one entry, as a form of the console does')
      .option('--set <field=value>', 'a field and its value, as JSON or as a text; may be repeated', assigned)
      .option('--create', 'make the entry')
      .option('--remove', 'retire it'),
  ).action(
    async (
      kind: string,
      code: string,
      given: { set?: Record<string, unknown>; create?: boolean; remove?: boolean; plan?: boolean },
    ) => {
      const { set, create, remove, plan } = given;
      if (!set && !remove) throw new Misused('Say what changes: --set field=value, or --remove');
      const edit = {
        kind,
        code,
        ...(set ? { set } : {}),
        ...(create ? { create } : {}),
        ...(remove ? { remove } : {}),
      };
      await carryOut(context, { edits: [edit as Edit] }, plan === true);
    },
  );
  planning(
    catalogue
      .command('copy <institution> <intake> <code>')
      .description('Make the next intake from one that was; it is suspended until somebody opens it')
      .requiredOption('--weeks <n>', 'weeks by which its dates move', wholeNumber)
      .option('--rename <from=to>', 'text of names and codes that becomes another one')
      .option('--offers <codes>', 'only these offers', list)
      .option('--vouchers <codes>', 'these vouchers, too', list),
  ).action(
    async (
      institution: string,
      intake: string,
      code: string,
      given: { weeks: number; rename?: string; offers?: string[]; vouchers?: string[]; plan?: boolean },
    ) => {
      const { weeks, rename, offers, vouchers, plan } = given;
      const [from, to] = rename?.split('=') ?? [];
      if (rename !== undefined && !(from && to)) throw new Misused(`${rename} is not from=to`);
      const copy = {
        institution,
        intake,
        code,
        weeks,
        ...(from && to ? { rename: { from, to } } : {}),
        ...(offers ? { offers } : {}),
        ...(vouchers ? { vouchers } : {}),
      };
      await carryOut(context, { copy }, plan === true);
    },
  );
  planning(
    catalogue.command('undo <version>').description('Make what a version changed as it was before it'),
  ).action(async (version: string, { plan }: { plan?: boolean }) =>
    carryOut(context, { undo: wholeNumber(version) }, plan === true),
  );
  catalogue
    .command('cities <name>')
    .description('Find the IBGE code of a city by the beginning of its name')
    .action(async (name: string) => {
      const answer = await context.call('GET /operations/catalogue/cities', { query: { q: name } });
      context.rows(answer, answer.data, ['code', 'name', 'uf']);
    });
  catalogue
    .command('first-day')
    .description('What the college has of what it needs to open its first applications')
    .action(async () => {
      const answer = await context.call('GET /operations/catalogue/first-day');
      context.rows(answer, answer.steps, ['step', 'done']);
    });
  catalogue
    .command('versions')
    .description('List what became of the catalogue: when, by whom and how, the last first')
    .option('--cursor <text>', 'go on after the page before')
    .action(async (query: { cursor?: string }) => {
      const page = await context.call('GET /operations/catalogue/versions', { query });
      context.rows(page, page.data, ['version', 'at', 'by', 'source', 'entries', 'undoes']);
    });
  catalogue
    .command('version <number>')
    .description('Show the changes of one version')
    .action((number: string) =>
      context.show('GET /operations/catalogue/versions/{version}', {
        params: { version: wholeNumber(number) },
      }),
    );
  catalogue
    .command('entries <kind>')
    .description(`List entries with their places and whether they are open; kinds: ${LISTED.join(', ')}`)
    .option('--q <text>', 'part of a code or a name')
    .option('--institution <code>', 'only of this institution')
    .option('--intake <code>', 'only of this intake')
    .option('--offer <code>', 'only of this offer')
    .option('--cursor <text>', 'go on after the page before')
    .action(
      async (
        kind: string,
        given: { q?: string; institution?: string; intake?: string; offer?: string; cursor?: string },
      ) => {
        const query = { ...given, kind: known(LISTED, kind, 'kind') };
        const page = await context.call('GET /operations/catalogue/entries', { query });
        context.rows(page, page.data, [
          'code',
          'title',
          'intake',
          'open',
          'reason',
          'taken',
          'total',
          'amount',
        ]);
      },
    );
  catalogue
    .command('entry <kind> <code>')
    .description('Show one entry as a file writes it, with its last change')
    .action(async (kind: string, code: string) => {
      const params = { kind: kind as Edit['kind'], code: code.replaceAll('/', '~') };
      await context.show('GET /operations/catalogue/entries/{kind}/{code}', { params });
    });
}
