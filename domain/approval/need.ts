import {
  carries,
  type Grant,
  partsOfRole,
  type Reach,
  type Role,
  reachOf,
  type Scope,
} from '../staff/index.ts';
import { reaches } from './second.ts';

/** Amounts in cents, of one payment or, when an application is cancelled, of all its payments. */
export type MoneyAsked = {
  asked: number;
  /** Already refunded, or being refunded. */
  returned: number;
  /** In requests that are awaiting a second person. */
  waiting: number;
};

/**
 * Whether a refund needs a second person. Earlier refunds and pending requests count, so a sum above the limit cannot be split up
 * to stay below it.
 */
export const refundNeedsSecond = ({ asked, returned, waiting }: MoneyAsked, limit: number): boolean =>
  asked > 0 && asked + returned + waiting > limit;

/** Whether recording a payment received at the institution needs a second person; never without a limit. */
export const settlementNeedsSecond = (cents: number, limit: number | undefined): boolean =>
  limit !== undefined && cents > limit;

/** Whether extending one person's deadline needs a second person; extending a whole offer's deadline always does. */
export const extensionNeedsSecond = (daysFromToday: number, limit: number): boolean => daysFromToday > limit;

/** Whether a personal discount needs a second person, by the maximum amount that it deducts. */
export const discountNeedsSecond = (cents: number, limit: number): boolean => cents > limit;

/**
 * Scopes that need a second person before a service token gets them. A team member who uses them needs approval or is bound by a
 * rule that knows people alone (one may not approve one's own file; lists are masked), or they expose everyone's data to another
 * system, whereas a token never asks for approval and is nobody.
 */
const GRAVE: readonly Scope[] = [
  'subscriptions.read',
  'subscriptions.support',
  'subscriptions.act',
  'subscriptions.decide',
  'essays.grade',
  'essays.lead',
  'documents.review',
  'exam-scores',
  'admissions.interview',
  'payments.settle',
  'payments.refund',
  'payments.leave',
  'privacy.answer',
  'privacy.erase',
  'privacy.kept',
  'catalogue.everyday',
  'catalogue.brand',
  'catalogue.apply',
  'catalogue.trust',
  'webhooks',
  'exports',
];

/** Whether a service token with these scopes needs a second person. Broader scopes include the grave ones they contain. */
export const tokenNeedsSecond = (scopes: readonly string[]): boolean =>
  GRAVE.some((grave) => carries(scopes, grave));

/**
 * Whether a team member may give a token this scope. Not allowed are scopes to create tokens, people or test data, and to act as
 * a second person.
 */
export const tokenMayCarry = (scope: string): boolean =>
  !['platform', 'test', 'staff', 'tokens'].includes(scope.split('.')[0] ?? '') &&
  scope !== 'subscriptions.import' &&
  scope !== 'subscriptions' &&
  !scope.endsWith('.approve');

/**
 * Scopes of a token that its creator does not hold for all of the token's institutions: nobody can grant what they do not have.
 */
export const beyondMaker = (
  maker: readonly Grant[],
  { scopes, institutions }: { scopes: readonly Scope[]; institutions: Reach },
): Scope[] => scopes.filter((scope) => !holds(maker, scope, institutions));

/** Whether the grants carry a scope for all of these institutions. */
const holds = (grants: readonly Grant[], scope: Scope, institutions: Reach): boolean => {
  const reach = reachOf(grants, [scope]);
  return reach?.length !== 0 && reaches(reach, institutions);
};

/** Roles that allow moving money, approving, or letting others do so. */
const GRAVE_ROLES = ['financeiro', 'gestao', 'administracao'] as const satisfies readonly Role[];

const isGrave = (role: Role): boolean => GRAVE_ROLES.some((grave) => grave === role);

/**
 * Days during which a person who was given an approving role and the person who granted it cannot approve each other's requests.
 * It is also how far back former approvers are counted when checking whether somebody is the only one.
 */
export const TRUST_DAYS = 30;
/** Hours before an act takes effect when nobody else of the institution could approve it. */
export const ALONE_HOURS = 24;

type Given = { role: Role; institutions?: Reach | undefined };

const isCovered = ({ role, institutions = null }: Given, held: readonly Given[]): boolean => {
  const same = held.filter((one) => one.role === role);
  if (same.some((one) => (one.institutions ?? null) === null)) return true;
  return (
    institutions?.every((code) => same.some((one) => one.institutions?.includes(code) === true)) === true
  );
};

/**
 * Whether granting roles needs a second person: when a new role is grave, or lets its holder do what the granter may not.
 * Otherwise somebody could invent a second identity and approve their own requests without an accomplice.
 */
export const grantNeedsSecond = ({
  by,
  held,
  given,
}: {
  by: readonly Grant[];
  held: readonly Given[];
  given: readonly Given[];
}): boolean =>
  given.some(
    (one) =>
      !isCovered(one, held) &&
      (isGrave(one.role) ||
        !partsOfRole(one.role).every((part) => holds(by, part, one.institutions ?? null))),
  );

/** Whether removing roles needs a second person: when somebody loses administrator rights. */
export const reductionNeedsSecond = ({
  held,
  left,
}: {
  held: readonly Given[];
  left: readonly Given[];
}): boolean => held.some((one) => one.role === 'administracao' && !isCovered(one, left));

/** Whether any new role lets its holder approve: the granter is then accountable for the person who gets it. */
export const raises = (held: readonly Given[], given: readonly Given[]): boolean =>
  given.some((one) => isGrave(one.role) && !isCovered(one, held));
