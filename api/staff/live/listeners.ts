import { randomBytes } from 'node:crypto';
import type { Scope } from '@orbita/domain/staff';
import { closeCodes } from '@orbita/protocol/messaging';
import {
  type Connection,
  type Connections,
  eachTenant,
  sendTo,
  TRY_AGAIN_LATER,
} from '../../platform/live/hub.ts';
import type { Platform } from '../../platform/platform.ts';
import { receives } from './receives.ts';
import {
  applicationsWithNews,
  type Holder,
  institutionCodes,
  livingHolders,
  presentTeamEvent,
  type TeamRow,
  teamEventsById,
  teamEventsSince,
} from './store.ts';
import type { TeamListener } from './ticket.ts';

/** Changes of one queue within this time are sent as one (spec 25.19). */
const JOINED_MS = 1_000;
const REPLAY_MOST = 500;

type OpenPage = Connection<TeamListener>;

/** What is about to be sent to one tenant's sockets. */
type Waiting = { events: number[]; applications: number[]; queues: TeamRow[] };

const say = (page: OpenPage, row: TeamRow): void =>
  sendTo(page, presentTeamEvent(row, page.listener.timeZone));

/**
 * Sends an open page the events meant for it, judged by what its member holds now; a page without an active session is closed.
 */
function sendRows(page: OpenPage, holder: Holder | undefined, rows: readonly TeamRow[]): void {
  if (holder) {
    for (const row of rows) if (receives(holder, row)) say(page, row);
    return;
  }
  const own = rows.findLast(
    ({ type, staffId }) => type === 'staff.changed' && staffId === page.listener.staffId,
  );
  if (own) say(page, own);
  page.socket.close(closeCodes.scope, 'scope');
}

/** The team's open pages on this node, and what is sent to them. */
export function createTeamListeners(platform: Platform, connections: Connections<TeamListener>) {
  const waiting = new Map<number, Waiting>();
  /** Queues sent within the last second, and whether they have changed again since. */
  const joined = new Map<string, boolean>();

  /** The open pages with what their members hold. A page that connects while this is being read is judged on admission. */
  const judged = async (tenantId: number): Promise<(readonly [OpenPage, Holder | undefined])[]> => {
    const pages = [...(connections.get(tenantId)?.open ?? [])];
    const sessions = pages.map(({ listener }) => listener.sessionId);
    const holders = await livingHolders(platform, tenantId, sessions);
    const bySession = new Map(holders.map((holder) => [holder.sessionId, holder]));
    return pages.map((page) => [page, bySession.get(page.listener.sessionId)]);
  };
  const closeAll = (tenantId: number) => {
    for (const { socket } of connections.get(tenantId)?.open ?? []) socket.close(TRY_AGAIN_LATER, 'later');
  };
  const rowsOf = async (tenantId: number, { events, applications, queues }: Waiting): Promise<TeamRow[]> => [
    ...(events.length > 0 ? await teamEventsById(platform, tenantId, events) : []),
    ...(applications.length > 0 ? await applicationsWithNews(platform, tenantId, applications) : []),
    ...queues,
  ];
  /** One turn for everything that has arrived: its reads don't grow with the number of events or pages. */
  const turn = async (tenantId: number): Promise<void> => {
    const due = waiting.get(tenantId);
    waiting.delete(tenantId);
    if (!due || !connections.has(tenantId)) return;
    const rows = await rowsOf(tenantId, due);
    // Read after the events, so that a role ended by one of them is already gone.
    for (const [page, holder] of await judged(tenantId)) sendRows(page, holder, rows);
  };
  const chain = new Map<number, Promise<void>>();
  const soon = (tenantId: number): Waiting => {
    const found = waiting.get(tenantId);
    if (found) return found;
    const before = chain.get(tenantId) ?? Promise.resolve();
    const next = before
      .then(() => turn(tenantId))
      .catch((error: unknown) => {
        platform.log.error({ err: error }, 'events of the team');
        closeAll(tenantId);
      });
    const made: Waiting = { events: [], applications: [], queues: [] };
    waiting.set(tenantId, made);
    chain.set(tenantId, next);
    void next.then(() => {
      if (chain.get(tenantId) === next) chain.delete(tenantId);
    });
    return made;
  };

  const queueRow = async (tenantId: number, institutionId: number, queue: string, parts: Scope[]) => {
    const institution = (await institutionCodes(platform, tenantId)).get(institutionId);
    if (institution === undefined) return;
    const at = platform.clock.now();
    soon(tenantId).queues.push({
      // It isn't stored, but pages drop ids they have already received.
      key: `${at.getTime().toString(36)}-q${randomBytes(9).toString('base64url')}`,
      type: 'queue.changed',
      data: { queue, institution },
      staffId: null,
      parts,
      reach: 'institution',
      institution,
      at,
    });
  };
  const sendQueue = (key: string) => {
    const [tenantId, institutionId, queue = '', parts = ''] = key.split(':');
    joined.set(key, false);
    setTimeout(() => {
      if (joined.get(key)) sendQueue(key);
      else joined.delete(key);
    }, JOINED_MS).unref();
    queueRow(Number(tenantId), Number(institutionId), queue, parts.split(',') as Scope[]).catch(
      (error: unknown) => {
        platform.log.error({ err: error }, 'events of the team');
        closeAll(Number(tenantId));
      },
    );
  };

  return {
    /** Handles a notification on `TEAM_CHANNEL`. */
    received(payload: string): void {
      const [kind, tenant, ...rest] = payload.split(':');
      const tenantId = Number(tenant);
      if (!connections.has(tenantId)) return;
      if (kind === 'event') soon(tenantId).events.push(Number(rest[0]));
      if (kind !== 'queue') return;
      const key = [tenant, ...rest].join(':');
      if (joined.has(key)) joined.set(key, true);
      else sendQueue(key);
    },
    /** Handles a change of a candidate's application. */
    moved(payload: string): void {
      const [tenantId = 0, subscriptionId = 0] = payload.split(':').map(Number);
      if (connections.has(tenantId)) soon(tenantId).applications.push(subscriptionId);
    },
    /** Closes every socket, so that pages reconnect and request what they missed. */
    missed(): void {
      for (const tenantId of connections.keys()) closeAll(tenantId);
    },
    async replay(tenantId: number, page: OpenPage, key: string): Promise<void> {
      const rows = await teamEventsSince(platform, tenantId, key);
      const [holder] = await livingHolders(platform, tenantId, [page.listener.sessionId]);
      const due = holder ? rows.filter((row) => receives(holder, row)).slice(-REPLAY_MOST) : rows;
      sendRows(page, holder, due);
    },
    /** Checks whether the session of a page that just connected is still valid, and closes the page otherwise. */
    async admit(tenantId: number, page: OpenPage): Promise<void> {
      const [holder] = await livingHolders(platform, tenantId, [page.listener.sessionId]);
      sendRows(page, holder, []);
    },
    /** Closes pages whose session has ended. */
    look: (): Promise<void> =>
      eachTenant(connections, async (tenantId) => {
        for (const [page, holder] of await judged(tenantId)) sendRows(page, holder, []);
      }),
  };
}
