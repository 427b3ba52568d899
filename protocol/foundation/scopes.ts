import { carries, type Family, families, type Scope, scopesOfFamily } from '@orbita/domain/staff';

/** A scope that a service token can have. */
export type Grantable = Scope;

/** Scopes that service tokens can have: families, each before its parts (spec 17.2, 17.7, 25.1.2). */
export const scopes: readonly Grantable[] = (Object.keys(families) as Family[]).flatMap(scopesOfFamily);

/** The same, families alone. */
export const wholeScopes: readonly (Family & Grantable)[] = scopes.filter(
  (scope): scope is Family & Grantable => scope in families,
);

/** What somebody must hold so that a call is open to her. */
export interface Opening {
  /** What opens the call: a scope, or any one of several (spec 25.1.2). */
  readonly scope?: Grantable | readonly [Grantable, ...Grantable[]];
  /** A second scope that the caller needs, too. */
  readonly alsoScope?: Grantable;
}

/** Scopes of which one opens a call of operations; empty for calls of others. */
export const openersOf = ({ scope }: Pick<Opening, 'scope'>): readonly Grantable[] =>
  scope === undefined ? [] : typeof scope === 'string' ? [scope] : scope;

/** Whether what a caller holds opens a call: one of its scopes, and the second where it needs one. */
export const opens = (call: Opening, held: readonly string[]): boolean =>
  openersOf(call).some((scope) => carries(held, scope)) &&
  (call.alsoScope === undefined || carries(held, call.alsoScope));

/** Whether a call is about one tenant; those that the scope `platform` opens may be about another one, or none yet. */
export const needsTenant = (call: Pick<Opening, 'scope'>): boolean => !openersOf(call).includes('platform');

/** Whatever somebody may hold of a tenant, so that a call is open to everybody of its team (spec 25.4.4). */
export const anyPart = scopes.filter(
  (scope) =>
    scope !== 'platform' &&
    scope !== 'test' &&
    (scope.includes('.') || scopesOfFamily(scope as Family).length === 1),
) as [Grantable, ...Grantable[]];
