import { SESSION } from '@orbita/domain/identity';

/** What the page reads from a token; it is not verified here, only by the server. */
export type Claims = { sub: string; exp: number; rem: boolean };

/**
 * Claims of a token, or undefined when the text is not a token of this portal, such as a cookie set by another site of the
 * institution.
 */
export function claimsOf(token: string | undefined): Claims | undefined {
  try {
    const part = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(part), (one) => one.charCodeAt(0));
    const { sub, exp, rem } = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Claims>;
    if (typeof sub !== 'string' || typeof exp !== 'number' || typeof rem !== 'boolean') return undefined;
    return { sub, exp, rem };
  } catch {
    return undefined;
  }
}

/**
 * When a session ends (server time, milliseconds since 1970): with its token or, without "Lembrar de mim", an hour after the
 * last activity (`seenAt`) if that is earlier.
 */
export const endOf = ({ exp, rem }: Claims, seenAt: number): number =>
  rem ? exp * 1000 : Math.min(exp * 1000, seenAt + SESSION.idleSeconds * 1000);

export type Stage = 'fine' | 'warning' | 'over';

/** Whether the session is running, about to end, or over (U12). */
export const stageOf = (endsAt: number, now: number): Stage =>
  now >= endsAt ? 'over' : now >= endsAt - SESSION.warnSeconds * 1000 ? 'warning' : 'fine';
