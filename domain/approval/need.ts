import { carries, type Scope } from '../operations/index.ts';
import type { Reach, Role } from '../staff/index.ts';

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

/** Scopes by which a service token moves money or erases people. */
const GRAVE: readonly Scope[] = ['payments.refund', 'privacy.erase'];

/** Whether a service token with these scopes needs a second person: whole families carry their grave part, too. */
export const tokenNeedsSecond = (scopes: readonly string[]): boolean =>
  GRAVE.some((grave) => carries(scopes, grave));

/** What no person of the team gives a token: it would make tokens, people or tests of its own. */
export const tokenMayCarry = (scope: string): boolean =>
  !['platform', 'test', 'staff', 'tokens'].includes(scope.split('.')[0] ?? '');

/** Roles by which somebody moves money or makes others do it. */
export const GRAVE_ROLES = ['financeiro', 'gestao', 'administracao'] as const satisfies readonly Role[];

/** People active in `administracao` from which on a second one is there to ask. */
export const ADMINISTRATORS = 2;

type Given = { role: Role; institutions?: Reach | undefined };

const isCovered = ({ role, institutions = null }: Given, held: readonly Given[]): boolean => {
  const same = held.filter((one) => one.role === role);
  if (same.some((one) => (one.institutions ?? null) === null)) return true;
  return (
    institutions?.every((code) => same.some((one) => one.institutions?.includes(code) === true)) === true
  );
};

/**
 * Whether giving roles needs a second person: one of the grave roles is given where it was not held, and somebody else of the
 * administration is there to ask. Who invents a second self needs an accomplice.
 */
export const grantNeedsSecond = ({
  held,
  given,
  administrators,
}: {
  held: readonly Given[];
  given: readonly Given[];
  /** People active in `administracao`, who asks among them. */
  administrators: number;
}): boolean =>
  administrators >= ADMINISTRATORS &&
  given.some((one) => GRAVE_ROLES.some((role) => role === one.role) && !isCovered(one, held));
