import { candidateCalls } from '@orbita/testing/candidate-calls';
import type { FullPerson } from '@orbita/testing/full-person';
import { guardianCalls } from '@orbita/testing/guardian';
import { exampleOf } from '@orbita/testing/misuse';
import { operationsCalls } from '@orbita/testing/operations-calls';
import { payerCalls } from '@orbita/testing/payer';
import { PASSWORD } from '@orbita/testing/people';
import { notice, publicCalls } from '@orbita/testing/public-calls';
import { AUDIENCES, type Audience } from './description.ts';
import type { Header } from './headers.ts';
import type { Actor, Example } from './plans.ts';
import { atConsole, CONSOLES } from './team.ts';
import type { Known } from './values.ts';
import type { World } from './world.ts';

export type Caller = Actor & {
  /** Credentials at the start of a round. */
  proof: readonly Header[];
  /** Percentage of the calls of each audience that this caller makes. */
  share: Record<Audience, number>;
  /** Replacement credentials for when the current ones end. */
  spares: readonly (readonly Header[])[];
  /** Sign-in data of callers who can sign in again. */
  signIn: { tenant: string; document: string; password: string } | undefined;
};

/** The smallest catalogue that is accepted. */
const LEAST = 'version: 1\n';
const CAPTCHA = 'simulator-token';

const NEVER = Object.fromEntries(AUDIENCES.map((one) => [one, 0])) as Record<Audience, number>;

type Person = World['people'][number];

/** Names and the values they have in examples and rows. */
function knownOf(people: readonly Person[], own: Person, world: World): Known {
  const known = new Map<string, unknown[]>();
  const note = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [inner, one] of Object.entries(value)) note(Array.isArray(value) ? name : inner, one);
      return;
    }
    if (value === undefined || value === null || value === '') return;
    const values = known.get(name) ?? [];
    if (!values.includes(value)) known.set(name, [...values, value]);
  };
  // The caller's own values first and twice as often as those of others, because handlers are reached with one's own data.
  for (const of of [own, ...people.filter((one) => one !== own).slice(0, 2)]) {
    const { proof: _, ...whole } = of;
    note('', whole);
    note('id', whole.subscriptionId);
    for (const example of [...Object.values(candidateCalls), ...Object.values(operationsCalls)]) {
      const { body, query, params } = exampleOf(example, of as unknown as FullPerson); // malformed on purpose: missing values are sent as absent
      note('', [body, query, params]);
    }
  }
  for (const { body } of Object.values(publicCalls)) note('', body);
  note('captchaToken', CAPTCHA);
  note('tenant', own.tenant);
  note('provider', ['pix', 'google']);
  note('x-institution-code', own.institution);
  note('yaml', [LEAST, world.catalogue]);
  note('password', PASSWORD);
  return known;
}

const examplesOf =
  (of: Person, notices: World['notices']) =>
  (key: string): Example | undefined => {
    const shown = publicCalls[key] ?? (key.includes('/webhooks/payments/') ? notice : undefined);
    if (shown) {
      const params = { ...shown.params, ...(shown === notice ? { ...notices } : { tenant: of.tenant }) };
      const { document, ...rest } = (shown.body ?? {}) as { document?: unknown };
      return {
        params,
        body: document ? { ...rest, document: of.document, captchaToken: CAPTCHA } : shown.body,
      };
    }
    const example = candidateCalls[key] ?? guardianCalls[key] ?? payerCalls[key] ?? operationsCalls[key];
    return example && exampleOf(example, of as unknown as FullPerson); // malformed on purpose: missing values are sent as absent
  };

/** Everybody who makes calls in a run: people, systems of the institution, the bank, and anonymous callers. */
export function actorsOf(world: World): Caller[] {
  const { people, guardian, payer, tokens, notices, team } = world;
  const [first] = people;
  const foreign = people.find(({ tenant }) => tenant === 'beta');
  if (!first || !foreign) throw new Error('Nobody stands in the prepared database');
  const bearer = (token: string, alias?: string): Header[] => [
    ['authorization', `Bearer ${token}`],
    ...(alias ? [['x-tenant-alias', alias] as const] : []),
  ];
  const caller = (
    name: string,
    audience: Audience,
    of: Person,
    proof: readonly Header[],
    share: Partial<Caller['share']>,
    more: Partial<Caller> = {},
  ): Caller => ({
    name,
    audience,
    host: audience === 'operations' ? 'operations.test' : of.host,
    known: knownOf(people, of, world),
    exampleOf: examplesOf(of, notices),
    proof,
    share: { ...NEVER, ...share },
    spares: [],
    signIn: undefined,
    ...more,
  });
  /** First this person's own examples and those for the sign-in methods, then generic ones. */
  const askingAt = (of: Person, own: Record<string, Example>) => (key: string) =>
    own[key] ?? team.waysIn[key] ?? examplesOf(of, notices)(key);
  const atConsoleOf = (of: Person, own: Record<string, Example> = {}): Partial<Caller> => ({
    host: CONSOLES[of.tenant],
    exampleOf: askingAt(of, own),
  });
  const ofAlfa = people.filter(({ tenant }) => tenant === 'alfa');
  return [
    caller('anonymous', 'anyone', first, [], {
      anyone: 55,
      candidate: 6,
      guardian: 5,
      payer: 3,
      operations: 4,
      provider: 20,
      staff: 4,
      console: 8,
    }),
    caller('anonymous of beta', 'anyone', foreign, [], { anyone: 15, candidate: 2 }),
    caller(
      'anonymous nowhere',
      'anyone',
      first,
      [],
      { anyone: 2, candidate: 1 },
      { host: 'nada.exemplo.test' },
    ),
    caller(
      'bank',
      'provider',
      first,
      [],
      { provider: 75, anyone: 1, candidate: 1, operations: 1, console: 1 },
      { host: 'bank.test' },
    ),
    ...people.map((of, n) =>
      caller(
        `candidate ${n}`,
        'candidate',
        of,
        of.proof,
        {
          candidate: 85 / people.length,
          anyone: 20 / people.length,
          operations: 5 / people.length,
          provider: 1,
          staff: 0.5,
        },
        { signIn: { tenant: of.tenant, document: of.document, password: PASSWORD } },
      ),
    ),
    caller('guardian', 'guardian', first, guardian, { guardian: 90, candidate: 1, anyone: 1 }),
    caller('payer', 'payer', first, payer, { payer: 90, candidate: 1, anyone: 1 }),
    ...ofAlfa.slice(0, 2).map((of, n) =>
      caller(`operations ${n}`, 'operations', of, bearer(tokens.all, 'alfa'), {
        operations: 25,
        candidate: 2,
        anyone: 2,
      }),
    ),
    caller('operations of beta', 'operations', foreign, bearer(tokens.all, 'beta'), { operations: 10 }),
    caller('operations of no tenant', 'operations', first, bearer(tokens.all), { operations: 8 }),
    caller('operations of a tenant', 'operations', first, bearer(tokens.tenant), { operations: 14 }),
    caller('operations of an institution', 'operations', first, bearer(tokens.institution), {
      operations: 8,
    }),
    caller(
      'nobody at the console',
      'console',
      first,
      [...atConsole('alfa'), ...team.wayBack],
      { console: 80, staff: 8, operations: 2 },
      atConsoleOf(first),
    ),
    ...team.members.map(({ name, tenant, sessions: [proof = [], ...spares], examples }, n) => {
      const of = tenant === 'beta' ? foreign : first;
      return caller(
        name,
        'staff',
        of,
        proof,
        { staff: 20, console: 3, operations: n === 0 ? 24 : 6, candidate: 0.2, provider: 0.5 },
        { spares, ...atConsoleOf(of, examples) },
      );
    }),
  ];
}
