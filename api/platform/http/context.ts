import type { Readable } from 'node:stream';
import type { Grant, Role, StaffMethod, Strength } from '@orbita/domain/staff';
import type { CallKey, Calls, Params, ParsedBody, Query } from '@orbita/protocol';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../database/types.ts';
import type { Platform } from '../platform.ts';
import type { Subject } from '../security-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Host of the request and its tenant; undefined for calls that belong to no host. */
    found: FoundHost | undefined;
    /** Tenant of the host or of the service token, once it is known. */
    tenant: Tenant | undefined;
    /** Caller of the request, once known. */
    caller: Exclude<Subject, { address: string }> | undefined;
    /** W3C `traceparent` from one of our own services, as passed by a trusted proxy. */
    readonly trace: string | undefined;
    /** Whether its host name ended in a dot, which `host` lacks. */
    readonly dotted: boolean;
    /** Error code, if the request was refused. */
    refusal: string | undefined;
  }
  interface FastifyContextConfig {
    /** Call of the protocol that the route implements. */
    key?: CallKey;
    /**
     * `machine`: a call without a host. `page`: handles unregistered hosts itself. `console`: a call of the team's console,
     * only on its hosts; `console-page`: a page or file of the console. Undefined, also if no route matched: a call on a
     * tenant's host.
     */
    surface?: 'machine' | 'page' | 'console' | 'console-page';
    /** A file with its hash in its name: it is cheap to serve, and a page needs many. */
    file?: boolean;
  }
}

export type Tenant = {
  id: number;
  publicId: string;
  alias: string;
  name: string;
  timeZone: string;
  holidays: string[];
  flags: { usePassport: boolean; useMaisAMediaTracking: boolean; useTrackingV2: boolean };
};

export type Host = {
  id: number;
  name: string;
  application: string;
  /** Institution of a brand host; null for a group host. */
  institutionId: number | null;
  captchaKey: string | null;
  /** Name of the secret for that key; null means the installation's. */
  captchaSecret: string | null;
  theme: {
    primary: string;
    secondary: string;
    link: string;
    favicon: string;
    logoSmall: string;
    logoLarge: string;
  };
};

/** A registered host with its tenant. */
export type FoundHost = { tenant: Tenant; host: Host };

/** Contents of a candidate's token, checked against its session. */
export type Session = {
  sessionId: string;
  accountId: number;
  uuid: string;
  personId: number;
  name: string;
  scope: 'candidate' | { subscriptionId: number };
  method: string;
  remember: boolean;
  disableFilter: boolean;
  issuedAt: Date;
  /** Set if a team member is viewing these pages and may change nothing (spec 25.6.3). */
  view?: { service: Service };
};

/** A guardian's link, checked against its row (spec 12.9). */
export type GuardianLink = {
  id: number;
  subscriptionId: number;
  /** The candidate's person. */
  personId: number;
  /** Fingerprint of the guardian and of the contact the link was sent to. */
  mark: string;
  /** That contact, masked. */
  masked: string;
  sentAt: Date;
};

/** A link of somebody who pays for the candidate, checked against its row (spec 14.9). */
export type PayerLink = {
  id: number;
  paymentId: number;
  /** The candidate's person. */
  personId: number;
};

/** A granted role, as shown; null institutions means all of the tenant. */
export type HeldGrant = { role: Role; institutions: string[] | null; source: 'manual' | 'idp' };

/** A signed-in team member, identified by their cookie and checked against its row. */
export type StaffSession = {
  sessionId: number;
  staffId: number;
  name: string;
  email: string;
  grants: HeldGrant[];
  method: StaffMethod;
  startedAt: Date;
  endsAt: Date;
  /** Until when calls that require a recent sign-in are allowed. */
  reauthAt: Date;
  hasPasskey: boolean;
  /** What makes the session stronger than proof of a mailbox; null if nothing does (spec 25.2.4). */
  strength: Strength | null;
  /** Whether they may create their first passkey now, without using one. */
  mayEnrol: boolean;
};

/** The team member behind a call, and how they proved their identity. */
export type ActingStaff = {
  id: number;
  sessionId: number;
  /** Their granted roles: decisions are also checked item by item. */
  grants: readonly Grant[];
  /** Role that allows the call; null for calls about the session itself. */
  role: Role | null;
  method: StaffMethod;
  /** Until when calls that require a recent sign-in are allowed. */
  reauthAt: Date;
  hasPasskey: boolean;
  /** What makes the session stronger than proof of a mailbox; null if nothing does (spec 25.2.4). */
  strength: Strength | null;
};

export type Service = {
  tokenName: string;
  scopes: readonly string[];
  /** Null means every institution of the tenant. */
  institutions: readonly string[] | null;
  operator: string | null;
  development: boolean;
  /** Tenant of the token; null for the platform's own tokens, bootstrap and development. */
  tenantId: number | null;
  /** Id of the token; null for the platform's own tokens. */
  tokenId: number | null;
  /** The team member making the call, if it is not made with a token (spec 25.2). */
  staff?: ActingStaff;
};

export type Reply = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  cookies?: CookieChange[];
};
export type CookieChange = {
  name: string;
  value: string;
  /** Seconds; undefined means until the browser closes, 0 deletes the cookie. */
  maxAge?: number | undefined;
  path: string;
  httpOnly?: boolean;
  sameSite: 'lax' | 'strict';
};

export type Upload = {
  name: string;
  mimetype: string;
  stream: Readable;
  /** A text field that preceded the file. */
  text(name: string): string | undefined;
};

/** Context of every call, whoever makes it. */
export type CallContext = {
  platform: Platform;
  requestId: string;
  ip: string;
  request: FastifyRequest;
  header(name: string): string | undefined;
  /** Returns the uploaded file; its stream must be consumed or destroyed. */
  file(): Promise<Upload>;
};

/** A call that concerns one tenant. */
export type TenantContext = CallContext & { tenant: Tenant };

/** A call to a tenant's host. */
export type HostContext = CallContext &
  FoundHost & {
    /** Returns the caller's session, if the request carries a valid one. */
    maybeSession(): Promise<Session | undefined>;
  };

/** A call by a signed-in candidate. */
export type CandidateContext = HostContext & { session: Session };

/** A call by a guardian with a link to one contract. */
export type GuardianContext = HostContext & { link: GuardianLink };

/** A call by somebody with a link to one charge. */
export type PayerContext = HostContext & { link: PayerLink };

/** A call by a team member about their own session. */
export type StaffContext = HostContext & { staff: StaffSession };

/** A call as identified by its `Idempotency-Key`. */
export type Command = {
  tenantId: number;
  personId: number;
  /** Method and path, including ids. */
  address: string;
  key: string;
  body: unknown;
  requestId: string;
};

/** A command whose key is held while it runs in more than one step. */
export type HeldKey = {
  /** Progress of this command noted by a process that was killed; null if nothing was done. */
  progress: unknown;
  /** Notes progress in the transaction that makes it; a process that takes over finds it in `progress`. */
  note(tx: Tx, progress: unknown): Promise<void>;
  /** Stores the answer in the transaction of its effects, so that no part of the command can run again. */
  answer(tx: Tx, reply: Reply): Promise<Reply>;
};

/** For calls that accept an `Idempotency-Key`; if it is optional and missing, each call runs on its own. */
export type Commands = {
  /**
   * Runs an idempotent command as one transaction; a repeat returns the stored answer (spec 2.2). Refusals are stored too, and
   * their writes are rolled back.
   */
  once(work: (tx: Tx) => Promise<Reply>): Promise<Reply>;
  /** Like `once`, for a command that waits for an external system between its own transactions. */
  onceAcross(work: (key: HeldKey | undefined) => Promise<Reply>): Promise<Reply>;
};

/** A candidate's call that accepts an `Idempotency-Key`. */
export type IdempotentContext = CandidateContext & Commands;

/** A call with a service token; `T` excludes `undefined` if the call requires a tenant. */
export type ServiceContext<T extends Tenant | undefined = Tenant> = CallContext & {
  tenant: T;
  service: Service;
  /** Adds a tenant that the call concerns; its audit records the call, whatever the outcome. */
  concerns(tenantId: number): void;
  /** Audits the answer of a write in its transaction; called by `withKey`. */
  audited(tx: Tx, reply: Reply): void;
  /** Returns the call to be stored for a tenant; undefined without a key. */
  command(tenantId: number): Command | undefined;
};

/** Health calls concern the service rather than a host, so they have no tenant. */
type Hostless = `${string}/health`;

/** The context type of a handler, by the `auth` of its call. */
interface ContextOf {
  public: HostContext;
  candidate: CandidateContext;
  guardian: GuardianContext;
  payer: PayerContext;
  service: ServiceContext;
  staff: StaffContext;
  provider: CallContext;
}

/** Calls made with an installation token, which belongs to no tenant. */
type OfInstallation = { auth: 'service'; scope: 'platform' | readonly ['platform', ...string[]] };
type Reads = `${'GET' | 'HEAD' | 'OPTIONS'} ${string}`;
/**
 * Whether a call is a writing call of candidates or guardians that is idempotent; those that are not state why in `repeats`.
 */
type Once<K extends CallKey> = K extends Reads
  ? false
  : Calls[K] extends { auth: 'candidate' | 'guardian' }
    ? Calls[K] extends { repeats: string }
      ? false
      : true
    : false;

/** The intersection of contexts for the given calls. */
type ByAuth<K extends CallKey> = K extends Hostless
  ? CallContext
  : K extends CallKey
    ? Calls[K] extends OfInstallation
      ? ServiceContext<Tenant | undefined>
      : ContextOf[Calls[K]['auth']] & (Once<K> extends true ? Commands : unknown)
    : never;

/** Full context of a handler: the request's data, and what its `auth` guarantees. */
export type Ctx<K extends CallKey> = ByAuth<K> & {
  params: Params<K>;
  query: Query<K>;
  /** Parses the body on first use, so that 404 takes precedence over 422 (spec 2.3, order of checks). */
  body(): ParsedBody<K>;
};
