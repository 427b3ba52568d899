import { z } from 'zod';
import { awaitsApproval } from '../approval/index.ts';
import {
  cursor,
  defineCalls,
  id,
  isoDateTime,
  listOf,
  maybe,
  named,
  pageQuery,
  text,
  typed,
} from '../foundation/index.ts';
import { heldGrant, role } from './shapes.ts';

export {
  staffLiveCalls,
  TEAM_EVENTS,
  type TeamEvent,
  type TeamEventData,
  type TeamEventType,
} from './live.ts';
export { staffPasskeyCalls } from './passkeys.ts';
export { staffProviderCalls } from './provider.ts';
export { staffSessionCalls } from './session.ts';

const staffState = z.enum(['invited', 'active', 'disabled']).meta({ id: 'StaffState' });

/** Role for some institutions; null or omitted means the whole tenant (spec 25.1.2). */
const grantInput = z.object({
  role,
  institutions: z.array(typed(60)).min(1).max(100).nullable().optional(),
});
const grants = z.array(grantInput).max(20);

/** Names of the roles that can be granted. */
export const ROLE_NAMES = role.options;
export type RoleName = z.output<typeof role>;
export type Grant = z.input<typeof grantInput>;

/** Team member of the institution (spec 25.16). */
const staffMember = named('StaffMember', {
  staffId: id,
  name: text,
  email: text,
  state: staffState,
  grants: z.array(heldGrant),
  version: z.number().int(),
  changedAt: isoDateTime,
  lastSeenAt: isoDateTime.nullable(),
});

/**
 * Shown once: whoever has the URL can become this person. `url` is null without a console host, and for an invite made by a team
 * member, which is only sent by e-mail.
 */
const staffInvite = z
  .object({ inviteId: id, staffId: id, expiresAt: isoDateTime, url: text.nullable() })
  .meta({ id: 'StaffInvite' });

/** Role that can be granted (spec 25.1.2). */
const offeredRole = z
  .object({ role, label: text, description: text, parts: z.array(text) })
  .meta({ id: 'StaffOfferedRole' });

/** The institution's team as administrators see it (spec 25.16). */
export const staffCalls = defineCalls({
  'GET /operations/staff': {
    summary:
      'People of the team, least recently changed first; a token of some institutions sees who has a role there',
    scope: 'staff.read',
    query: z.object({
      state: staffState.optional(),
      role: role.optional(),
      q: z.string().trim().min(1).max(100).optional(),
      updatedSince: isoDateTime.optional(),
      ...pageQuery,
      cursor,
    }),
    responses: { 200: listOf(staffMember) },
  },
  'GET /operations/roles': {
    summary: 'Roles that may be given to people of the team, with the parts that each carries',
    scope: 'staff.read',
    responses: { 200: z.object({ data: z.array(offeredRole) }) },
  },
  'GET /operations/staff/{staffId}': {
    summary: 'One person of the team',
    scope: 'staff.read',
    responses: { 200: staffMember },
  },
  'POST /operations/staff/invites': {
    summary:
      'Invite somebody to the team; a token is shown the address this once, for a person it goes by e-mail. An open invite of the same person ends',
    showsSecret: true,
    scope: ['platform', 'staff.manage'],
    confirm: 'strong',
    body: z.object({
      name: z.string().trim().min(1).max(200),
      email: z.email().max(254),
      grants: grants.min(1),
      /** The only sign-in method it allows; if omitted, all of the console's. */
      method: z.enum(['passkey']).optional(),
      /** Reason, shown to the second person who approves it. */
      reason: maybe(typed(500)),
    }),
    secondPerson: true,
    responses: { 201: staffInvite, 202: awaitsApproval },
    errors: ['ROLE_NOT_YOURS', 'DUPLICATE', 'SEND_FAILED', 'APPROVAL_PENDING'],
  },
  'PUT /operations/staff/{staffId}/grants': {
    summary: 'Say which roles a person holds; those of the institution’s own sign-in stay',
    scope: 'staff.manage',
    confirm: 'strong',
    body: z.object({
      grants,
      version: z.int32().positive().optional(),
      /** Reason, shown to the second person who approves it. */
      reason: maybe(typed(500)),
    }),
    secondPerson: true,
    responses: { 200: staffMember, 202: awaitsApproval },
    errors: ['APPROVAL_PENDING', 'OWN_GRANT', 'ROLE_NOT_YOURS', 'VERSION_CONFLICT', 'LAST_ADMINISTRATOR'],
  },
  'POST /operations/staff/{staffId}/state': {
    summary: 'Disable a person, which ends her sessions and invites at once, or let her in again',
    scope: 'staff.manage',
    confirm: 'strong',
    body: z.object({
      state: z.enum(['active', 'disabled']),
      reason: z.string().trim().min(1).max(500),
    }),
    secondPerson: true,
    responses: { 200: staffMember, 202: awaitsApproval },
    errors: ['APPROVAL_PENDING', 'OWN_GRANT', 'ROLE_NOT_YOURS', 'LAST_ADMINISTRATOR'],
  },
  'DELETE /operations/staff/{staffId}/passkeys': {
    summary:
      'Take the passkeys of a person away and end her sessions; for 72 hours her usual way in lets her make a new one',
    scope: 'staff.manage',
    confirm: 'strong',
    responses: { 200: staffMember },
    errors: ['OWN_GRANT', 'ROLE_NOT_YOURS'],
  },
  'DELETE /operations/staff/{staffId}/sessions': {
    summary: 'End every session of a person',
    scope: 'staff.manage',
    confirm: 'strong',
    responses: { 204: null },
    errors: ['OWN_GRANT', 'ROLE_NOT_YOURS'],
  },
});
export { viewCalls } from './views.ts';
