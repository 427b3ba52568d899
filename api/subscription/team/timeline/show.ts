import type { TimelineFilter } from '@orbita/domain/subscription';
import { gradesAt } from '../../../essay/blind.ts';
import type { ServiceContext } from '../../../platform/http/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { mayWithin } from '../../../platform/http/may-within.ts';
import { seenRow } from '../../seen-state.ts';
import { presentEntry } from './present.ts';
import { type Entry, type Place, timelineStatement } from './read.ts';

const PAGE = 50;

const encode = ({ micros, key }: Place) => Buffer.from(JSON.stringify([micros, key])).toString('base64url');

/** Parses a cursor into a position; 422 for anything that we did not issue. */
function decode(cursor: string): Place {
  try {
    const [micros, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (Number.isSafeInteger(micros) && typeof key === 'string' && /^[a-z-]{1,30}:\d{19}$/.test(key))
      return { micros: micros as number, key };
  } catch {
    // The failure is reported below.
  }
  return invalid([{ field: 'cursor', message: 'Must be a nextCursor of this list' }]) as never;
}

type Query = { only?: TimelineFilter | undefined; cursor?: string | undefined };

/** The history of an application, newest first (spec 25.6.1). Fails with 404 outside the caller's institutions. */
export async function showTimeline(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  id: number,
  { only = 'all', cursor }: Query,
) {
  const on = platform.db.tenant(tenant.id);
  const row = await seenRow(on, service, id);
  const place = cursor === undefined ? undefined : decode(cursor);
  const found = await on.many<Entry>(timelineStatement(tenant.id, id, { only, place, most: PAGE + 1 }));
  const shown = found.slice(0, PAGE);
  const last = found.length > PAGE ? shown.at(-1) : undefined;
  const reader = {
    row,
    grades: mayWithin(service, 'GET /operations/subscriptions/{id}/timeline'),
    blind: gradesAt(service, row.institution_code),
  };
  return {
    data: shown.map((entry) => presentEntry(entry, reader)),
    nextCursor: last ? encode(last) : null,
  };
}
