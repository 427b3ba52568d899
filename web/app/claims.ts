import { SESSION } from '@orbita/domain/identity';

/** What this side reads of a token; only the server can tell whether it is true. */
export type Claims = { sub: string; exp: number; rem: boolean };

/** The readable part of a token, or undefined when it is none. */
export function claimsOf(token: string | undefined): Claims | undefined {
  try {
    const part = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(part), (one) => one.charCodeAt(0));
    const { sub, exp, rem } = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Claims>;
    if (typeof sub !== 'string' || typeof exp !== 'number') return undefined;
    return { sub, exp, rem: rem === true };
  } catch {
    return undefined;
  }
}

/**
 * When a session ends, milliseconds since 1970 of the server's time: with its token or, without "Lembrar de mim",
 * after an hour in which nothing was heard of the person (`seenAt`).
 */
export const endOf = ({ exp, rem }: Claims, seenAt: number): number =>
  rem ? exp * 1000 : Math.min(exp * 1000, seenAt + SESSION.idleSeconds * 1000);

export type Stage = 'fine' | 'warning' | 'over';

/** Whether a person has to be asked now, or to sign in again (U12). */
export const stageOf = (endsAt: number, now: number): Stage =>
  now >= endsAt ? 'over' : now >= endsAt - SESSION.warnSeconds * 1000 ? 'warning' : 'fine';
