import { readFileSync, writeFileSync } from 'node:fs';
import {
  type Actor,
  type ApplicationType,
  applicationTypes,
  guards,
  notificationOf,
  ON_ENTRY,
  STATUS,
  type Status,
  statuses,
  type Transition,
  transitions,
} from '../domain/subscription/index.ts';

const FILE = new URL('../docs/states.md', import.meta.url);

const TYPE_LETTER: Record<ApplicationType, string> = {
  graduation: 'G',
  essay: 'E',
  postgraduate: 'P',
  extension: 'X',
  tax: 'T',
};
const ACTOR_LETTER: Record<Actor, string> = { candidate: 'C', system: 'S', operations: 'O' };

/** Usual path of each type; brackets = only when configured. */
export const PATHS: readonly (readonly [string, string])[] = [
  ['Graduation, test', '1 → 2 → 3 → 4 → [21] → 6 → 5 → 7'],
  ['Graduation, exam score', '1 → [10] → 3 → 4 → [21] → 6 → 5 → 7'],
  ['Graduation, document analysis', '1 → 10 → 3 → 4 → [21] → 6 → 5 → 7'],
  ['Essay', '1 (essay, analysis) → 3 → 4 → [21] → 6 → 5 → 7'],
  ['Postgraduate', '1 → [10] → [16 → 20] → [18 → 19] → 3 → 4 → [21] → 6 → 5 → 7'],
  ['Extension', '1 → 3 → 4 → [21] → 6 → [5] → 7'],
  ['Postgraduate with fee', '1 → 17 → [10] → [16 → 20] → [18 → 19] → 3 → 4 → [21] → 6 → 5 → 7'],
];

/** Statuses a row may lead to; `previous` has none of its own. */
const destinations = (row: Transition): readonly Status[] =>
  typeof row.to === 'number' ? [row.to] : (row.targets ?? []);

function edges(): string[] {
  const labels = new Map<string, Set<string>>();
  for (const row of transitions) {
    for (const from of row.from ?? [null]) {
      for (const to of destinations(row)) {
        if (from === to) continue;
        const edge = `${from === null ? '[*]' : `s${from}`} --> s${to}`;
        labels.set(edge, (labels.get(edge) ?? new Set()).add(row.event));
      }
    }
  }
  const isEnd = (edge: string) =>
    [STATUS.Blacklisted, STATUS.PendingCancel, STATUS.Canceled].some((status) =>
      edge.endsWith(` s${status}`),
    );
  return [...labels]
    .filter(([edge, events]) => !isEnd(edge) && [...events].some((event) => event !== 'disqualified'))
    .map(
      ([edge, events]) => `  ${edge}: ${[...events].filter((event) => event !== 'disqualified').join(' · ')}`,
    );
}

function diagram(): string {
  const names = statuses.map((info) => `  s${info.number}: ${info.number} ${info.key}`);
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...names,
    ...edges(),
    `  s${STATUS.PendingCancel} --> s${STATUS.Canceled}: cancel-confirmed`,
    '```',
  ].join('\n');
}

const ALL = statuses.map((info) => info.number);

function fromText(row: Transition): string {
  if (row.from === null) return '—';
  const missing = ALL.filter((status) => !row.from?.some((from) => from === status));
  return missing.length > 0 && missing.length <= 5 ? `any except ${missing.join(', ')}` : row.from.join(', ');
}

const entriesOf = (row: Transition, status: Status) =>
  row.from?.length === 1 && row.from[0] === status ? [] : (ON_ENTRY[status] ?? []);

/** Effects of the row itself, then those of entering a status: with its number if the row leads to several. */
function effectsText(row: Transition): string {
  const to = destinations(row);
  const entry = to.flatMap((status) =>
    entriesOf(row, status).map(({ effect }) => (to.length > 1 ? `${status}: ${effect}` : effect)),
  );
  return [...new Set([...row.effects, ...entry])].join(', ');
}

function notificationText(row: Transition): string {
  const to = destinations(row);
  const sent = to.flatMap((status) => {
    const template = notificationOf({ to: status, event: row.event });
    return template ? [{ status, template }] : [];
  });
  const everywhere = sent.length === to.length && new Set(sent.map(({ template }) => template)).size === 1;
  return everywhere
    ? (sent[0]?.template ?? '')
    : sent.map(({ status, template }) => `${status}: ${template}`).join(', ');
}

// The steps of an essay have their own state and move no subscription (spec 10.2).
const webhookText = (row: Transition): string =>
  row.id === 'TR-50'
    ? '—'
    : effectsText(row).includes('handOver')
      ? 'status-changed, enrollment.completed'
      : 'status-changed';

function rowLine(row: Transition): string {
  const to =
    typeof row.to === 'number'
      ? String(row.to)
      : row.targets
        ? `${row.to}: ${row.targets.join(', ')}`
        : row.to;
  const letters = applicationTypes
    .map((type) => (row.types.includes(type) ? TYPE_LETTER[type] : '–'))
    .join(' ');
  const cells = [
    row.id,
    fromText(row),
    row.event,
    to,
    row.actors.map((actor) => ACTOR_LETTER[actor]).join(' '),
    letters,
    row.guards.join(', ') || '—',
    effectsText(row) || '—',
    notificationText(row) || '—',
    webhookText(row),
    row.text,
  ];
  return `| ${cells.join(' | ')} |`;
}

const table = (head: readonly string[], lines: readonly string[]) =>
  [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...lines].join('\n');

/** The full text of `docs/states.md`, generated from the transition table. */
export function renderStateDocs(): string {
  const statusLines = statuses.map(
    (info) => `| ${info.number} | ${info.key} | ${info.label} | \`${info.color}\` | ${info.page} |`,
  );
  const guardLines = Object.entries(guards).map(
    ([name, { code, text }]) => `| ${name} | ${text} | \`${code}\` |`,
  );
  const sections = [
    '# States of a subscription',
    'Generated from `domain/subscription` by `node scripts/state-docs.ts`; do not edit by hand.',
    '## Statuses',
    table(['#', 'Name', 'Label', 'Colour', 'Page'], statusLines),
    '15 is reserved: never written, shown as "Em processamento" when an import brings it.',
    '## Diagram',
    'Expiry, cancellation, blocking and disqualification leave most states and are only in the table.',
    diagram(),
    '## Path of each type',
    'Brackets: only when configured.',
    table(
      ['Type', 'Path'],
      PATHS.map(([type, path]) => `| ${type} | ${path} |`),
    ),
    '## Transitions',
    'Types: G graduation, E essay, P postgraduate, X extension, T postgraduate with fee. Actors: C candidate, S system, O operations. `nextHead` and `nextTail` are the first unmet gate before 3 and after 4; `previous` is the status before.',
    'Effects run in the order shown, in the transaction of the move: those of the row, then those of entering the status (with its number where the row leads to several; a row that leads back runs only those marked below). Every move also writes a line of the history and the live events `subscription.status-changed` and `subscription.steps-changed`. Webhooks are `subscription.` + the name shown, but for `enrollment.completed`. TR-50 changes only the essay: it writes none of these.',
    '### On entry',
    table(
      ['Status', 'Effects', 'Also on the way back'],
      Object.entries(ON_ENTRY).map(
        ([status, list]) =>
          `| ${status} | ${list.map(({ effect }) => effect).join(', ')} | ${
            list
              .filter(({ alsoOnReturn }) => alsoOnReturn)
              .map(({ effect }) => effect)
              .join(', ') || '—'
          } |`,
      ),
    ),
    '### Rows',
    table(
      [
        'ID',
        'From',
        'Event',
        'To',
        'Actor',
        'Types',
        'Guards',
        'Effects',
        'Notification',
        'Webhooks',
        'Meaning',
      ],
      transitions.map(rowLine),
    ),
    '## Guards',
    'A guard without its fact refuses.',
    table(['Guard', 'Holds when', 'Code of the refusal'], guardLines),
  ];
  return `${sections.join('\n\n')}\n`;
}

function committed(): string {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return '';
  }
}

function main(checkOnly: boolean): void {
  const wanted = renderStateDocs();
  if (!checkOnly) {
    writeFileSync(FILE, wanted);
  } else if (committed() !== wanted) {
    console.error('docs/states.md differs from the transition table. Run: node scripts/state-docs.ts');
    process.exitCode = 1;
  }
}

if (import.meta.main) main(process.argv.includes('--check'));
