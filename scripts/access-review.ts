import { writeFileSync } from 'node:fs';
import { beyondMaker, grantNeedsSecond, tokenMayCarry, tokenNeedsSecond } from '../domain/approval/index.ts';
import { EXPORT_LISTS } from '../domain/export/index.ts';
import {
  carries,
  partsOfRole,
  ROLES,
  type Role,
  roles,
  type Scope,
  scopesOfFamily,
} from '../domain/staff/index.ts';
import { openersOf, scopes } from '../protocol/foundation/index.ts';
import { type CallKey, callOf, calls } from '../protocol/index.ts';

const FILE = new URL('../docs/access-review.md', import.meta.url);

/** Parts of a scope; a family without parts is its own part. */
const partsOf = (scope: Scope): Scope[] => {
  const [whole, ...parts] = scopesOfFamily(scope.split('.')[0] as Parameters<typeof scopesOfFamily>[0]);
  return scope === whole && parts.length > 0 ? parts : [scope];
};

/** All parts of any scope, each once. */
export const PARTS: readonly Scope[] = [...new Set(scopes.flatMap((scope) => partsOf(scope)))].sort();

const everywhere = (held: readonly Role[]) => held.map((role) => ({ role, institutions: null }));
const ownParts = (held: readonly Role[]): Set<Scope> => new Set(held.flatMap((role) => partsOfRole(role)));
export const opens = (held: readonly Role[], key: CallKey): boolean =>
  openersOf(callOf(key)).some((scope) => held.some((role) => carries(roles[role].carries, scope)));

/**
 * Calls that yield more than their answer: a secret, a session, a file, or a change of permissions. `gives`: what lies beyond;
 * empty if it stays within what opens the call. `guard`: what protects it besides a second person.
 */
export const WAYS: readonly { call: CallKey; gives: readonly Scope[]; guard: string }[] = [
  { call: 'POST /operations/tokens', gives: [], guard: 'judged scope by scope, above' },
  {
    call: 'POST /operations/approvals/{id}/token',
    gives: [],
    guard: 'what two people approved, to the person who asked',
  },
  { call: 'POST /operations/staff/invites', gives: [], guard: 'judged role by role, above' },
  { call: 'PUT /operations/staff/{staffId}/grants', gives: [], guard: 'judged role by role, above' },
  { call: 'POST /operations/staff/{staffId}/state', gives: [], guard: 'judged by the roles that come back' },
  // A session as any candidate.
  {
    call: 'POST /operations/handoffs',
    gives: PARTS,
    guard: 'no role has it, and no person gives it to a token',
  },
  {
    call: 'POST /operations/candidates',
    gives: PARTS,
    guard: 'no role has it, and no person gives it to a token',
  },
  // Name, documents, contacts and payments of everybody who enrols, sent to an address of one's choice.
  {
    call: 'POST /operations/webhook-endpoints',
    gives: ['subscriptions.read', 'payments.read'],
    guard: 'its address, and what is sent to it',
  },
  {
    call: 'PUT /operations/webhook-endpoints/{id}',
    gives: ['subscriptions.read', 'payments.read'],
    guard: 'if more is sent, or to another address',
  },
  {
    call: 'POST /operations/webhook-endpoints/{id}/rotation',
    gives: [],
    guard: 'opens no data: the secret proves the sender',
  },
  {
    call: 'POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation',
    gives: [],
    guard: 'opens no data: a notice is a hint, and the provider is asked',
  },
  // Groups that grant roles, who may sign in, limits, payment accounts.
  {
    call: 'POST /operations/catalogue/apply',
    gives: PARTS,
    guard: 'the parts of a plan that touch trust or money',
  },
  {
    call: 'POST /operations/catalogue/edits',
    gives: PARTS,
    guard: 'the parts of a form that touch trust or money',
  },
  {
    call: 'POST /operations/exports',
    gives: [],
    guard: 'also needs what opens the list, for the same institutions',
  },
  {
    call: 'POST /operations/subscriptions/{id}/access-keys',
    gives: [],
    guard: 'sent to a confirmed contact, opens one application',
  },
  {
    call: 'POST /operations/subscriptions/{id}/views',
    gives: [],
    guard: 'read-only, one application, fifteen minutes',
  },
  {
    call: 'PUT /operations/persons/{personId}/contacts',
    gives: [],
    guard: 'codes go there only after days, or with a second person',
  },
  {
    call: 'PUT /operations/persons/{personId}/identity',
    gives: [],
    guard: 'with a proof; the person is notified',
  },
];

/**
 * Rules of calls that bind people and not tokens, because a token is nobody: whoever could make a token with the scope alone
 * would be free of the rule.
 */
export const OF_PEOPLE: readonly { call: CallKey; rule: string }[] = [
  { call: 'GET /operations/subscriptions', rule: 'lists show documents and contacts masked' },
  {
    call: 'POST /operations/subscriptions/{id}/access-keys',
    rule: 'a link goes to a contact of the candidate and is not shown',
  },
  {
    call: 'PUT /operations/persons/{personId}/contacts',
    rule: 'codes go to the new contact after a day, or with a second person',
  },
  { call: 'POST /operations/documents/{id}/review', rule: 'nobody approves a file that they sent' },
  { call: 'POST /operations/documents/reviews', rule: 'nobody approves a file that they sent' },
  { call: 'POST /operations/exam-scores/{id}/result', rule: 'nobody confirms a bulletin that they sent' },
  { call: 'POST /operations/essays/{id}/grade', rule: 'a mark may need another one, of somebody else' },
  { call: 'GET /operations/essays', rule: 'nobody learns whose essay they mark' },
  { call: 'GET /operations/interviews', rule: 'whoever only interviews sees their own and unassigned ones' },
  { call: 'POST /operations/interviews/{id}/decision', rule: 'whoever only interviews decides on their own' },
];

/** Whether a single person gets what a way gives. */
const isAlone = ({ call }: (typeof WAYS)[number]): boolean => callOf(call).secondPerson !== true;

type Tokens = { alone: Scope[]; withSecond: Scope[] };

/** Scopes that people with these roles can give a token: by themselves, and with a second person. */
export function tokensOf(held: readonly Role[]): Tokens {
  if (!opens(held, 'POST /operations/tokens')) return { alone: [], withSecond: [] };
  const maker = everywhere(held);
  const given = scopes.filter(
    (scope) =>
      tokenMayCarry(scope) && beyondMaker(maker, { scopes: [scope], institutions: null }).length === 0,
  );
  return {
    alone: given.filter((scope) => !tokenNeedsSecond([scope])),
    withSecond: given.filter((scope) => tokenNeedsSecond([scope])),
  };
}

/** Roles that people with these roles can grant by themselves. */
export const rolesGivenAlone = (held: readonly Role[]): Role[] =>
  opens(held, 'POST /operations/staff/invites')
    ? ROLES.filter(
        (role) =>
          !grantNeedsSecond({ by: everywhere(held), held: [], given: [{ role, institutions: null }] }),
      )
    : [];

/** Everything that one person with these roles reaches in two steps, without anybody else. */
export function reachedAlone(held: readonly Role[]): Set<Scope> {
  const given = rolesGivenAlone(held);
  const tokens = tokensOf(held).alone;
  const ways = WAYS.filter((way) => opens(held, way.call) && isAlone(way)).flatMap(({ gives }) => gives);
  // What a token or a second account of theirs does next is a step, too.
  const further = WAYS.filter(
    (way) =>
      isAlone(way) &&
      (given.some((role) => opens([role], way.call)) ||
        openersOf(callOf(way.call)).some((scope) => carries(tokens, scope))),
  ).flatMap(({ gives }) => gives);
  return new Set([
    ...ownParts(held),
    ...tokens.flatMap(partsOf),
    ...given.flatMap(partsOfRole),
    ...ways,
    ...further,
  ]);
}

/** What a token reaches that no person does: its calls are not held back for a second person. */
export const reachedByToken = (scope: Scope): Scope[] =>
  WAYS.filter(({ call }) => openersOf(callOf(call)).some((opener) => carries([scope], opener))).flatMap(
    ({ gives }) => gives,
  );

const code = (all: Iterable<string>): string => {
  const sorted = [...all].sort();
  return sorted.length === 0 ? '–' : sorted.map((one) => `\`${one}\``).join(' ');
};

/** Calls that show a secret or admit somebody; one that no way names is a gap in this review. */
export const SECRET_CALLS: readonly CallKey[] = (Object.keys(calls) as CallKey[]).filter(
  (key) => callOf(key).auth === 'service' && callOf(key).showsSecret === true,
);

/** The full text of `docs/access-review.md`. */
export function renderAccessReview(): string {
  const lines = [
    '# Access review',
    '',
    'Written by `npm run docs` from the roles (`domain/staff/roles.ts`), the calls (`protocol`) and the rules for second persons',
    '(`domain/approval/need.ts`). `scripts/access-review.test.ts` fails if a role, or two roles of one person, reach beyond',
    'the table of 25.1.2 of `spec-console.md` in two steps, or if this file is out of date.',
    '',
    '## Role × part',
    '',
    `| Part | ${ROLES.map((role) => `\`${role}\``).join(' | ')} |`,
    `|---|${ROLES.map(() => '---|').join('')}`,
    ...PARTS.map((part) => {
      const cells = ROLES.map((role) => {
        if (ownParts([role]).has(part)) return '●';
        return reachedAlone([role]).has(part) ? '**beyond**' : '';
      });
      return `| \`${part}\` | ${cells.join(' | ')} |`;
    }),
    '',
    '● the role includes the part. **beyond**: it does not, but reaches the part alone in two steps; no role does.',
    '',
    '## What each role reaches by a second step',
    '',
    '| Role | Tokens alone | Tokens with a second person | Roles granted alone | Lists as files |',
    '|---|---|---|---|---|',
    ...ROLES.map((role) => {
      const { alone, withSecond } = tokensOf([role]);
      const lists = opens([role], 'POST /operations/exports')
        ? Object.entries(EXPORT_LISTS)
            .filter(([, { parts }]) => parts.some((part) => ownParts([role]).has(part)))
            .map(([name]) => name)
        : [];
      return `| \`${role}\` | ${code(alone)} | ${code(withSecond)} | ${code(rolesGivenAlone([role]))} | ${code(lists)} |`;
    }),
    '',
    'A token holds no more than the role of the person who creates it. If an act needs a second person when a person does it, putting it',
    'into a token needs one, too. Roles can be granted alone if the grantor holds every part of them and they neither move money nor approve.',
    '',
    '## Ways by which a call gives more than its answer',
    '',
    '| Call | Opened by roles | Second person | What limits it |',
    '|---|---|---|---|',
    ...WAYS.map((way) => {
      const by = ROLES.filter((role) => opens([role], way.call));
      const second = callOf(way.call).secondPerson === true ? 'yes' : 'no';
      return `| \`${way.call.replace('/operations', '')}\` | ${code(by)} | ${second} | ${way.guard} |`;
    }),
    '',
    '## Rules that bind people and not tokens',
    '',
    'A token that holds what opens one of these calls needs a second person.',
    '',
    '| Call | Rule |',
    '|---|---|',
    ...OF_PEOPLE.map(({ call, rule }) => `| \`${call.replace('/operations', '')}\` | ${rule} |`),
    '',
  ];
  return lines.join('\n');
}

if (import.meta.main) writeFileSync(FILE, renderAccessReview());
