import type { ParsedBody } from '@orbita/protocol';
import type { Act } from '../approval/act.ts';
import { changeApprovedState, changeGrants } from './change.ts';
import { makeInvite, sendInvite } from './invite.ts';
import { lockTeam } from './store.ts';

/**
 * The command of a request about roles: an invite, or the roles a member should hold, along with the version the request was
 * based on.
 */
type GrantCommand =
  | { invite: ParsedBody<'POST /operations/staff/invites'> }
  | { staffId: number; change: ParsedBody<'PUT /operations/staff/{staffId}/grants'> };

/** Grants roles that a second administrator approved. */
export const grantAct: Act = {
  lock: lockTeam,
  async run(tx, { platform, tenant, service, command, hostname }) {
    const asked = command as GrantCommand;
    const now = platform.clock.now();
    if ('staffId' in asked) {
      await changeGrants(tx, { platform, service, id: asked.staffId, now }, asked.change);
      return undefined;
    }
    const inviting = { platform, tenant, service, hostname };
    const made = await makeInvite(tx, inviting, asked.invite);
    return () => sendInvite(inviting, asked.invite, made);
  },
};

type AccessCommand = {
  staffId: number;
  version: number;
  state: ParsedBody<'POST /operations/staff/{staffId}/state'>;
};

/** Ends or restores a member's access, as approved by a second administrator. */
export const accessAct: Act = {
  lock: lockTeam,
  async run(tx, { platform, service, command }) {
    const asked = command as AccessCommand;
    await changeApprovedState(tx, { platform, service, id: asked.staffId, now: platform.clock.now() }, asked);
    return undefined;
  },
};
