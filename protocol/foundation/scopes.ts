import { carries, type Family, families, type Scope, scopesOfFamily } from '@orbita/domain/staff';

/** Scope that a service token can have. */
export type Grantable = Scope;

/** Scopes that service tokens can have: families, each followed by its parts (spec 17.2, 17.7, 25.1.2). */
export const scopes: readonly Grantable[] = (Object.keys(families) as Family[]).flatMap(scopesOfFamily);

/** Same as `scopes`, families only. */
export const wholeScopes: readonly (Family & Grantable)[] = scopes.filter(
  (scope): scope is Family & Grantable => scope in families,
);

/** What a caller must hold to be allowed to make a call. */
export interface Opening {
  /** Scope that opens the call, or several of which any one does (spec 25.1.2). */
  readonly scope?: Grantable | readonly [Grantable, ...Grantable[]];
  /** Second scope that the caller needs as well. */
  readonly alsoScope?: Grantable;
}

/** Scopes any one of which opens an operations call; empty for other calls. */
export const openersOf = ({ scope }: Pick<Opening, 'scope'>): readonly Grantable[] =>
  scope === undefined ? [] : typeof scope === 'string' ? [scope] : scope;

/** Whether the held scopes open a call: one of its scopes, plus the second one if it needs that. */
export const opens = (call: Opening, held: readonly string[]): boolean =>
  openersOf(call).some((scope) => carries(held, scope)) &&
  (call.alsoScope === undefined || carries(held, call.alsoScope));

/** Whether a call concerns one tenant; those opened by the scope `platform` may concern another one, or none yet. */
export const needsTenant = (call: Pick<Opening, 'scope'>): boolean => !openersOf(call).includes('platform');

/** All tenant scopes, so that a call is open to every team member (spec 25.4.4). */
export const anyPart = scopes.filter(
  (scope) =>
    scope !== 'platform' &&
    scope !== 'test' &&
    (scope.includes('.') || scopesOfFamily(scope as Family).length === 1),
) as [Grantable, ...Grantable[]];
