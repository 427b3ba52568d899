import type { Readable } from 'node:stream';
import type { CallKey, Params, ParsedBody, Query } from '@orbita/protocol';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../database/index.ts';
import type { House } from '../house.ts';
import type { Command } from './idempotency.ts';

export type Tenant = {
  id: number;
  publicId: string;
  alias: string;
  name: string;
  timeZone: string;
  holidays: string[];
  flags: { usePassport: boolean; useMaisAMediaTracking: boolean; useTrackingV2: boolean };
  webhookSecret: string;
};

export type Host = {
  id: number;
  name: string;
  application: string;
  /** Brand host: its institution; group host: null. */
  institutionId: number | null;
  captchaKey: string | null;
  theme: {
    primary: string;
    secondary: string;
    link: string;
    favicon: string;
    logoSmall: string;
    logoLarge: string;
  };
};

/** What a candidate's token says, checked against its session. */
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
};

export type Service = {
  tokenName: string;
  scopes: readonly string[];
  /** null = every institution of the tenant. */
  institutions: readonly string[] | null;
  operator: string | null;
  development: boolean;
  /** The tenant it belongs to; null for the tokens of the house itself, bootstrap and development. */
  tenantId: number | null;
  /** Its number; null for those as well. */
  tokenId: number | null;
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

export type Upload = { name: string; mimetype: string; stream: Readable };

/** Everything one call knows. `tenant` and `host` are there for all but operations calls, whose tenant is the token's. */
export type Ctx<K extends CallKey = CallKey> = {
  house: House;
  tenant: Tenant;
  host: Host;
  requestId: string;
  ip: string;
  request: FastifyRequest;
  header(name: string): string | undefined;
  params: Params<K>;
  query: Query<K>;
  /** Parses on first use, so that 404 comes before 422 (spec 2.3, order of checks). */
  body(): ParsedBody<K>;
  /** The uploaded part; its stream must be read to the end or destroyed. */
  file(): Promise<Upload>;
  /** Present on calls with auth `candidate`; reading it elsewhere throws. */
  session: Session;
  /** On public calls: the caller's session if a valid one came along. */
  maybeSession(): Promise<Session | undefined>;
  /** Present on calls with auth `service`; reading it elsewhere throws. */
  service: Service;
  /** Says that a service's call concerns this tenant, too: its audit tells of it, whatever the outcome. */
  concerns(tenantId: number): void;
  /**
   * Runs an idempotent command as one transaction; a repeat gets the stored answer (spec 2.2). Refusals are stored
   * too; what they wrote is undone.
   */
  once(work: (tx: Tx) => Promise<Reply>): Promise<Reply>;
  /** The same for a command that waits for an outside system between its own transactions. */
  onceAcross(work: () => Promise<Reply>): Promise<Reply>;
  /** The call as its `Idempotency-Key` names it, kept at a tenant; undefined without one. */
  command(tenantId: number): Command | undefined;
};
