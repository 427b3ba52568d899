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

/** Amounts of one payment, or of all of an application where it is left, in cents. */
export type MoneyAsked = {
  asked: number;
  /** Given back, or on its way. */
  returned: number;
  /** Of requests that wait for a second person. */
  waiting: number;
};

/** Whether giving money back needs a second person: parts of one sum are not below a limit that the sum is above. */
export const refundNeedsSecond = ({ asked, returned, waiting }: MoneyAsked, limit: number): boolean =>
  asked > 0 && asked + returned + waiting > limit;

/** Whether settling a payment at the institution needs a second person; without a limit none does. */
export const settlementNeedsSecond = (cents: number, limit: number | undefined): boolean =>
  limit !== undefined && cents > limit;

/** Whether moving one person's deadline needs a second person; one of a whole offer always does. */
export const extensionNeedsSecond = (daysFromToday: number, limit: number): boolean => daysFromToday > limit;

/** Whether a discount for one person needs a second person, by the most that it takes off. */
export const discountNeedsSecond = (cents: number, limit: number): boolean => cents > limit;

/**
 * Parts for which a service token needs a second person: by them a person of the team asks one, or opens the data of everybody to
 * a system, and no token asks anybody.
 */
const GRAVE: readonly Scope[] = [
  'subscriptions.act',
  'subscriptions.decide',
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

/** Whether a service token with these scopes needs a second person: whole families carry their grave part, too. */
export const tokenNeedsSecond = (scopes: readonly string[]): boolean =>
  GRAVE.some((grave) => carries(scopes, grave));

/** What no person of the team gives a token: it would make tokens, people or tests of its own, or be a second person. */
export const tokenMayCarry = (scope: string): boolean =>
  !['platform', 'test', 'staff', 'tokens'].includes(scope.split('.')[0] ?? '') &&
  scope !== 'subscriptions.import' &&
  scope !== 'subscriptions' &&
  !scope.endsWith('.approve');

/** Scopes of a token that its maker does not hold herself for all its institutions: nobody gives what she does not have. */
export const beyondMaker = (
  maker: readonly Grant[],
  { scopes, institutions }: { scopes: readonly Scope[]; institutions: Reach },
): Scope[] => scopes.filter((scope) => !holds(maker, scope, institutions));

/** Whether somebody holds a scope for all of these institutions. */
const holds = (grants: readonly Grant[], scope: Scope, institutions: Reach): boolean => {
  const reach = reachOf(grants, [scope]);
  return reach?.length !== 0 && reaches(reach, institutions);
};

/** Roles by which somebody moves money, approves, or makes others do it. */
const GRAVE_ROLES = ['financeiro', 'gestao', 'administracao'] as const satisfies readonly Role[];

const isGrave = (role: Role): boolean => GRAVE_ROLES.some((grave) => grave === role);

/** Days for which who let somebody approve, and who was let, are no second persons for each other; also how far back others count. */
export const TRUST_DAYS = 30;
/** Hours that an act waits which nobody else of the institution could approve. */
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
 * Whether giving roles needs a second person: one is given where it was not held that is grave, or by which its holder does what
 * the giver herself may not. Who invents a second self needs an accomplice.
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

/** Whether taking roles away needs a second person: somebody who may come in is less of an administrator afterwards. */
export const reductionNeedsSecond = ({
  held,
  left,
}: {
  held: readonly Given[];
  left: readonly Given[];
}): boolean => held.some((one) => one.role === 'administracao' && !isCovered(one, left));

/** Those of some roles which were not held before and by which somebody approves: who gives them answers for who gets them. */
export const raises = (held: readonly Given[], given: readonly Given[]): boolean =>
  given.some((one) => isGrave(one.role) && !isCovered(one, held));
