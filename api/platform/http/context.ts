import type { Readable } from 'node:stream';
import type { Grant, Role, StaffMethod, Strength } from '@orbita/domain/staff';
import type { CallKey, Calls, Params, ParsedBody, Query } from '@orbita/protocol';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../database/types.ts';
import type { Platform } from '../platform.ts';
import type { Subject } from '../security-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Host of the request and its tenant; absent on calls that belong to no host. */
    found: FoundHost | undefined;
    /** Tenant of the host or of the service token, once it is known. */
    tenant: Tenant | undefined;
    /** Caller of the request, once it is known. */
    caller: Exclude<Subject, { address: string }> | undefined;
    /** W3C `traceparent` of one of our own services, as a trusted proxy says it. */
    readonly trace: string | undefined;
    /** Code of the refusal, if the request was refused. */
    refusal: string | undefined;
  }
  interface FastifyContextConfig {
    /** Call of the protocol that the route answers. */
    key?: CallKey;
    /**
     * `machine`: a call without a host. `page`: renders unregistered hosts itself. `console`: a call of the team's
     * console, on its hosts alone; `console-page`: a page or file of it. Absent, also without a matched route: a call of a host.
     */
    surface?: 'machine' | 'page' | 'console' | 'console-page';
    /** A file whose name holds its hash: it costs little, and a page needs many. */
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
  /** Name of the secret of that key; null = the installation's. */
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

/** Registered host and its tenant. */
export type FoundHost = { tenant: Tenant; host: Host };

/** Content of a candidate's token, checked against its session. */
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
  /** Set where somebody of the team looks at these pages and may change nothing (spec 25.6.3); who it is. */
  view?: { service: Service };
};

/** Link of a guardian, checked against its row (spec 12.9). */
export type GuardianLink = {
  id: number;
  subscriptionId: number;
  /** The candidate's person. */
  personId: number;
  /** Fingerprint of the guardian and the contact it was sent to. */
  mark: string;
  /** That contact, masked. */
  masked: string;
  sentAt: Date;
};

/** Link of whoever pays for the candidate, checked against its row (spec 14.9). */
export type PayerLink = {
  id: number;
  paymentId: number;
  /** The candidate's person. */
  personId: number;
};

/** A role in force, as it is shown; null institutions = all of the tenant. */
export type HeldGrant = { role: Role; institutions: string[] | null; source: 'manual' | 'idp' };

/** A person of the team who has signed in, as her cookie says, checked against its row. */
export type StaffSession = {
  sessionId: number;
  staffId: number;
  name: string;
  email: string;
  grants: HeldGrant[];
  method: StaffMethod;
  startedAt: Date;
  endsAt: Date;
  /** Until when acts that ask for a recent sign-in are open. */
  reauthAt: Date;
  hasPasskey: boolean;
  /** By what it is more than a proof of a mailbox; null = by nothing (spec 25.2.4). */
  strength: Strength | null;
  /** Whether she may make her first passkey now, without showing one. */
  mayEnrol: boolean;
};

/** A person of the team behind a call, and how she proved who she is. */
export type ActingStaff = {
  id: number;
  sessionId: number;
  /** Her roles in force: what she may decide is judged item by item, too. */
  grants: readonly Grant[];
  /** Role that opens the call; null for what a session does with itself. */
  role: Role | null;
  method: StaffMethod;
  /** Until when acts are open that ask for a recent sign-in. */
  reauthAt: Date;
  hasPasskey: boolean;
  /** By what her session is more than a proof of a mailbox; null = by nothing (spec 25.2.4). */
  strength: Strength | null;
};

export type Service = {
  tokenName: string;
  scopes: readonly string[];
  /** null = every institution of the tenant. */
  institutions: readonly string[] | null;
  operator: string | null;
  development: boolean;
  /** Tenant of the token; null for the tokens of the platform itself, bootstrap and development. */
  tenantId: number | null;
  /** Number of the token; null for the tokens of the platform itself. */
  tokenId: number | null;
  /** The person of the team who makes the call, where no token does (spec 25.2). */
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
  /** Seconds; undefined = until the browser closes; 0 = removed. */
  maxAge?: number | undefined;
  path: string;
  httpOnly?: boolean;
  sameSite: 'lax' | 'strict';
};

export type Upload = {
  name: string;
  mimetype: string;
  stream: Readable;
  /** A text part that stood before the file. */
  text(name: string): string | undefined;
};

/** Context of every call, for any caller. */
export type CallContext = {
  platform: Platform;
  requestId: string;
  ip: string;
  request: FastifyRequest;
  header(name: string): string | undefined;
  /** Returns the uploaded part; its stream must be read to the end or destroyed. */
  file(): Promise<Upload>;
};

/** A call that works on one tenant. */
export type TenantContext = CallContext & { tenant: Tenant };

/** A call that came to a host of a tenant. */
export type HostContext = CallContext &
  FoundHost & {
    /** Returns the caller's session, if the request carries a valid one. */
    maybeSession(): Promise<Session | undefined>;
  };

/** A call of a candidate who has signed in. */
export type CandidateContext = HostContext & { session: Session };

/** A call of a guardian who holds a link to one contract. */
export type GuardianContext = HostContext & { link: GuardianLink };

/** A call of somebody who holds a link to one charge. */
export type PayerContext = HostContext & { link: PayerLink };

/** A call of a person of the team about her own session. */
export type StaffContext = HostContext & { staff: StaffSession };

/** A call as its `Idempotency-Key` names it. */
export type Command = {
  tenantId: number;
  personId: number;
  /** Method and path with its ids. */
  address: string;
  key: string;
  body: unknown;
  requestId: string;
};

/** Command whose key is held while it runs in more than one step. */
export type HeldKey = {
  /** Progress that a killed process noted of this command; null when nothing was done. */
  progress: unknown;
  /** Notes progress in the transaction that makes it; a process that takes over finds it in `progress`. */
  note(tx: Tx, progress: unknown): Promise<void>;
  /** Stores the answer in the transaction of its effects, so that nothing of the command can happen again. */
  answer(tx: Tx, reply: Reply): Promise<Reply>;
};

/** Commands of a call that takes an `Idempotency-Key`; one that does not demand it runs without a key as if it were the only one. */
export type Commands = {
  /**
   * Runs an idempotent command as one transaction; a repeat returns the stored answer (spec 2.2). Refusals
   * are stored too, and their writes are undone.
   */
  once(work: (tx: Tx) => Promise<Reply>): Promise<Reply>;
  /** The same for a command that waits for an external system between its own transactions. */
  onceAcross(work: (key: HeldKey | undefined) => Promise<Reply>): Promise<Reply>;
};

/** A candidate's call that takes an `Idempotency-Key`. */
export type IdempotentContext = CandidateContext & Commands;

/** A call of a service token; `T` excludes `undefined` where the call needs a tenant. */
export type ServiceContext<T extends Tenant | undefined = Tenant> = CallContext & {
  tenant: T;
  service: Service;
  /** Adds a tenant to those the call concerns; its audit records the call, whatever the outcome. */
  concerns(tenantId: number): void;
  /** Records the answer of a write in its transaction; `withKey` does it. */
  audited(tx: Tx, reply: Reply): void;
  /** Returns the call to be stored at a tenant; undefined without a key. */
  command(tenantId: number): Command | undefined;
};

/** Health calls concern the service, not a host, so that the API knows no tenant for them. */
type Hostless = `${string}/health`;

/** What a handler gets by the `auth` of its call. */
interface ContextOf {
  public: HostContext;
  candidate: CandidateContext;
  guardian: GuardianContext;
  payer: PayerContext;
  service: ServiceContext;
  staff: StaffContext;
  provider: CallContext;
}

/** Calls that a token of the installation makes, which belongs to no tenant. */
type OfInstallation = { auth: 'service'; scope: 'platform' | readonly ['platform', ...string[]] };
type Reads = `${'GET' | 'HEAD' | 'OPTIONS'} ${string}`;
/** Writing calls of candidates and guardians that do not say why they are not done once. */
type Once<K extends CallKey> = K extends Reads
  ? false
  : Calls[K] extends { auth: 'candidate' | 'guardian' }
    ? Calls[K] extends { repeats: string }
      ? false
      : true
    : false;

/** The context of each of the given calls. */
type ByAuth<K extends CallKey> = K extends Hostless
  ? CallContext
  : K extends CallKey
    ? Calls[K] extends OfInstallation
      ? ServiceContext<Tenant | undefined>
      : ContextOf[Calls[K]['auth']] & (Once<K> extends true ? Commands : unknown)
    : never;

/** Complete context of a handler: the data of the request, and what its `auth` guarantees. */
export type Ctx<K extends CallKey> = ByAuth<K> & {
  params: Params<K>;
  query: Query<K>;
  /** Parses on first use, so that 404 precedes 422 (spec 2.3, order of checks). */
  body(): ParsedBody<K>;
};
