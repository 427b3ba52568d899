import { STRENGTHS, WAYS_IN } from '@orbita/domain/staff';
import { z } from 'zod';
import { defineCalls, id, isoDateTime, named, text, typed, typedLine } from '../foundation/index.ts';
import { begunPasskey, shownPasskey } from './passkey-shapes.ts';
import { preferences } from './preferences.ts';
import { heldGrant } from './shapes.ts';

/** Sign-in methods that an invite offers. */
const method = z.enum(['idp', 'code', 'passkey', 'demo']).meta({ id: 'StaffInviteMethod' });
/** How the person proved their identity. */
const provedBy = z.enum(['code', 'passkey', 'idp', 'demo']).meta({ id: 'StaffSignInMethod' });
const code = z.object({ code: typedLine(20) });
const invite = typed(100);

/** Code sent to an e-mail address; the response is the same if no team member has that address. */
const sentCode = z.object({
  challengeId: text,
  expiresIn: z.number().int(),
  resendIn: z.number().int(),
});

/** Address of the institution's own sign-in, where the browser continues. */
const providerAddress = z.object({ address: text }).meta({ id: 'StaffProviderAddress' });

/** Who is signed in, and what they may do where (spec 25.2.6). */
export const staffMe = named('StaffMe', {
  staffId: id,
  name: text,
  email: text,
  grants: z.array(heldGrant),
  /** Institutions of every scope held; `all` means the whole tenant. */
  parts: z.record(text, z.union([z.literal('all'), z.array(text)])),
  /** `logo`: URL of the institution's own image on this host; null if it has none. */
  institutions: z.array(z.object({ code: text, acronym: text, name: text, logo: text.nullable() })),
  timeZone: text,
  /** Sign-in methods available to this person here. */
  waysIn: z.array(z.enum(WAYS_IN)),
  session: z.object({
    method: provedBy,
    startedAt: isoDateTime,
    endsAt: isoDateTime,
    idleMinutes: z.number().int(),
    reauthUntil: isoDateTime.nullable(),
    /**
     * What makes it stronger than proof of a mailbox; null means that it only opens the harmless scopes of the roles (spec
     * 25.2.4).
     */
    strength: z.enum(STRENGTHS).nullable(),
    /** Whether the person has a passkey here, or may create a first one now. */
    passkey: z.enum(['has', 'may-make', 'none']),
  }),
  /** Whether some scope of the person's roles requires a strong session. */
  needsStrength: z.boolean(),
  preferences,
  /** Consoles of other tenants where the same people work. */
  otherConsoles: z.array(z.object({ name: text, url: text })),
});

const staffSession = named('StaffSession', {
  id,
  method: provedBy,
  startedAt: isoDateTime,
  lastInputAt: isoDateTime,
  place: text,
  current: z.boolean(),
});

/** How team members sign in and out (spec 25.2). */
export const staffSessionCalls = defineCalls({
  'GET /operations/staff/sign-in': {
    summary: 'Whose console this host is, and the ways in',
    auth: 'public',
    responses: {
      200: z.object({
        tenant: z.object({ alias: text, name: text, logo: text }),
        methods: z.array(z.enum(WAYS_IN)),
        /** Name of the institution's own sign-in, if it has one. */
        idpName: text.optional(),
        build: text,
      }),
    },
  },
  'POST /operations/staff/code/challenges': {
    summary: 'Send a code to somebody of the team; the answer is the same when nobody has this e-mail',
    auth: 'public',
    body: z.object({ email: z.email().max(254) }),
    responses: { 202: sentCode },
    errors: ['FORBIDDEN'],
  },
  'POST /operations/staff/code/challenges/{challengeId}/verify': {
    summary: 'Sign in by a code, which also accepts the invite it was sent for',
    auth: 'public',
    body: code,
    responses: { 200: staffMe },
    errors: ['CODE_INVALID', 'CODE_EXPIRED', 'NO_ROLE', 'INVITE_OVER', 'FORBIDDEN'],
  },
  'POST /operations/staff/invites/inspection': {
    summary: 'What an invite offers; looking at it does not use it',
    auth: 'public',
    body: z.object({ invite }),
    responses: {
      200: z.object({
        tenant: z.object({ alias: text, name: text }),
        name: text,
        emailMasked: text,
        grants: z.array(heldGrant),
        /** Acronyms of the institutions that its roles are for. */
        institutions: z.array(z.object({ code: text, acronym: text })),
        methods: z.array(method),
      }),
    },
    errors: ['INVITE_OVER', 'FORBIDDEN'],
  },
  'POST /operations/staff/invites/acceptance': {
    summary:
      'Accept an invite: what follows is the institution’s own sign-in, a code to the e-mail, the options of a passkey, or in a demo the sign-in itself',
    auth: 'public',
    body: z.object({ invite, method }),
    responses: { 200: z.union([staffMe, sentCode, begunPasskey, providerAddress]) },
    errors: ['INVITE_OVER', 'NO_ROLE', 'SEND_FAILED', 'FORBIDDEN', 'IDP_UNAVAILABLE'],
  },
  'GET /operations/staff/me': {
    summary: 'Who is signed in',
    auth: 'staff',
    responses: { 200: staffMe },
  },
  'POST /operations/staff/me/reauthentication': {
    summary: 'Confirm by a passkey or a fresh code who is signed in; the session goes on with a new secret',
    auth: 'staff',
    body: z.union([z.object({ passkey: shownPasskey }), z.object({ challengeId: typed(64), ...code.shape })]),
    responses: { 200: z.object({ reauthUntil: isoDateTime }) },
    errors: ['CODE_INVALID', 'CODE_EXPIRED', 'NOT_FOUND', 'PASSKEY_REFUSED', 'REAUTH_REQUIRED'],
  },
  'PUT /operations/staff/me/preferences': {
    summary: 'Keep how somebody likes her console; what is left out is as usual',
    auth: 'staff',
    body: preferences,
    responses: { 200: preferences },
  },
  'GET /operations/staff/me/sessions': {
    summary: 'Own living sessions, newest first',
    auth: 'staff',
    responses: { 200: z.object({ data: z.array(staffSession) }) },
  },
  'DELETE /operations/staff/me/sessions/{id}': {
    summary: 'End one of the own sessions',
    auth: 'staff',
    responses: { 204: null },
  },
  'DELETE /operations/staff/me/session': {
    summary: 'Sign out',
    auth: 'staff',
    responses: { 204: null },
  },
});
