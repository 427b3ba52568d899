import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallContext, TenantContext } from '../platform/http/context.ts';

/** What the request that used up a code left for a repeat of itself, and when it did, in milliseconds of the epoch. */
export type Done = { at: number } & Record<string, unknown>;

/** The caller of a code. Without `header`, or without an `Idempotency-Key` in it, nothing is kept for a repeat. */
export type Answering = Pick<TenantContext, 'platform' | 'tenant'> & Partial<Pick<CallContext, 'header'>>;

/** For how long a request may be repeated under its key: as long as pages resend a write whose answer was lost (spec 2.2). */
const REPEAT_MS = 10 * 60_000;

const keyOf = ({ header }: Answering): string | undefined => header?.('idempotency-key')?.slice(0, 200);

/** Covers key and code, so that who knows only one of them can repeat nothing and learns nothing about the other. */
const repeatHash = (secret: string, id: string, code: string, key: string): string =>
  createHmac('sha256', secret).update(`repeat:${id}:${code}:${key}`).digest('base64url');

/** Compares without telling by its time how much is right. */
export const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** What the same request left when it used up the code, if it did so within the last minutes (`REPEAT_MS`). */
export function doneBefore(
  ctx: Answering,
  row: { id: string; payload: Record<string, unknown> } | undefined,
  secretTyped: string,
): Done | undefined {
  const { platform } = ctx;
  const key = keyOf(ctx);
  const { repeat, done } = row?.payload ?? {};
  if (!row || !key || typeof repeat !== 'string') return undefined;
  const known = platform.config.secrets.some((secret) =>
    same(repeat, repeatHash(secret, row.id, secretTyped, key)),
  );
  const left = done as Done;
  return known && platform.clock.now().getTime() - left.at < REPEAT_MS ? left : undefined;
}

/** What a request keeps in the payload of the challenge it uses up, so that it can be repeated; nothing without a key. */
export function keptForRepeat(
  ctx: Answering,
  id: string,
  secretTyped: string,
  left: Record<string, unknown> = {},
): Record<string, unknown> {
  const key = keyOf(ctx);
  if (!key) return {};
  const at = ctx.platform.clock.now().getTime();
  return { repeat: repeatHash(ctx.platform.config.secret, id, secretTyped, key), done: { ...left, at } };
}
