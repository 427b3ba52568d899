// Longer than other files: everything the product requires of external systems is one contract, port by port.
import type { Readable } from 'node:stream';
import type { ExamScores } from '@orbita/domain/selection';
import type { BankProvider } from '@orbita/domain/tenancy';
import type { AcquirersPort } from './acquirer-port.ts';
import type { SocialClient } from './config.ts';
import type { Listed } from './listed.ts';
import type { PixDueGateway, PixRecurrenceGateway, ReceivedPix } from './pix-recurrence-port.ts';

/** External systems as seen by the product. Each has one adapter for the provider's public protocol. */

export type MailMessage = {
  /** The same message always has the same id, so that mail systems recognise a repeat after a crash. */
  messageId: string;
  template: string;
  to: string;
  fromName: string;
  /** Reply address; null if nobody reads replies. */
  replyTo: string | null;
  /** Displayed where the HTML refers to `cid:logo`. */
  logo: { type: string; content: Buffer } | null;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; type: string; content: Buffer }[];
};
export interface MailPort {
  /** Throws when the server did not accept the message. */
  send(message: MailMessage): Promise<void>;
}

export type SmsMessage = {
  /** Alias of the tenant, which may have its own gateway. */
  tenant: string;
  to: string;
  text: string;
  /** Identifies repeats, and the message in delivery reports. */
  reference: string;
  template: string;
};
export interface SmsPort {
  /** Sends a message. @throws SmsNotSent */
  send(message: SmsMessage): Promise<void>;
  /** Tests a tenant's gateway without sending a message; undefined if it has none, and no steps if nothing can be tested. */
  check(tenant: string): Promise<{ kind: string; steps: ProviderStep[] } | undefined>;
}
/**
 * A gateway did not accept a message: permanently (`permanent`), temporarily (`temporary`), or it may have (`unknown`). An
 * unknown one is sent again like a temporary one, because a second text does less harm than none.
 */
export class SmsNotSent extends Error {
  readonly kind: 'permanent' | 'temporary' | 'unknown';

  constructor(kind: SmsNotSent['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A value of a template, with its name in the template if values are named there. */
type WhatsAppValue = { name?: string; text: string };
export type WhatsAppMessage = {
  /** Alias of the tenant whose number sends it. */
  tenant: string;
  /** As stored: for Brazil without the country code. */
  to: string;
  /** Identifies the message in delivery reports. */
  reference: string;
  template: { name: string; language: string };
  /** In the order of the template. */
  values: readonly WhatsAppValue[];
  /** Value for the template's URL button: the rest of a link, or the code that it copies. */
  button?: string | undefined;
};
/** An accepted message: its id at WhatsApp, and the recipient's id at this business if reported. */
export type WhatsAppTaken = { id: string; user: string | null };
export interface WhatsAppPort {
  /** Sends a template message. @throws WhatsAppNotSent */
  send(message: WhatsAppMessage): Promise<WhatsAppTaken>;
  /** Replies to somebody who has just written; only possible within 24 hours. @throws WhatsAppNotSent */
  answer(message: { tenant: string; to: string; text: string }): Promise<void>;
  /** Tests a tenant's number and registers our address; undefined if it has none. */
  check(tenant: string): Promise<ProviderStep[] | undefined>;
}
/**
 * WhatsApp did not accept a message: it never will (`elsewhere`: use another channel), not now (`later`), or it may have
 * (`unknown`), which a report or a later attempt decides.
 */
export class WhatsAppNotSent extends Error {
  readonly kind: 'elsewhere' | 'later' | 'unknown';

  constructor(kind: WhatsAppNotSent['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

type ZipAddress = {
  zipCode: string;
  street: string | null;
  neighborhood: string | null;
  cityId: number;
};
export interface ZipPort {
  /** Undefined for an unknown code; throws when the service does not answer. */
  find(zipCode: string): Promise<ZipAddress | undefined>;
}

/** Result of the national exam as reported by its source. */
export type ExamAnswer =
  | { state: 'pending' }
  | { state: 'not-found' }
  | { state: 'found'; trainee: boolean; scores: ExamScores };
export interface ExamScorePort {
  /**
   * Requests a result or its state: one reference is one lookup, however often it is requested. Throws `ProviderUnavailable`,
   * or `ProviderUnknown` when no answer came in time.
   */
  lookUp(asked: { reference: string; registration: string; year: number; cpf: string }): Promise<ExamAnswer>;
}

export interface AcademicCataloguePort {
  /** Whether an address is configured for the tenant. */
  isConfigured(tenantAlias: string): boolean;
  /**
   * The raw text of the answer; undefined when no address is configured or the address does not know the tenant. Throws
   * `ProviderUnavailable`, or `ProviderUnknown` when no answer came in time; their messages complete the sentence "the address
   * …".
   */
  read(tenantAlias: string): Promise<string | undefined>;
}

/** What a visitor was doing when they solved a captcha. */
export type CaptchaAction = 'signin' | 'signup' | 'code' | 'reset';
export interface CaptchaPort {
  /**
   * `unavailable` when the service does not answer or the host's secret does not belong to the tenant. `secretName` is that of
   * the host; without one the installation's secret is used. A token for another action or another host's page is refused,
   * because it was not solved here.
   */
  verify(
    token: string,
    ip: string,
    of: { tenant: string; secretName: string | null; action: CaptchaAction; host: string },
  ): Promise<'passed' | 'refused' | 'unavailable'>;
}

export interface ScanPort {
  /** Throws when the scanner does not answer; the file then waits (spec 15.1). */
  scan(content: Readable): Promise<'clean' | 'infected' | 'too-big'>;
  /**
   * Size in bytes of the largest file that the scanner accepts, as far as known; undefined if it accepts any file that we do.
   * With `ask` the scanner is queried unless that happened in the last minutes; then throws when it does not answer.
   */
  limit(ask?: boolean): Promise<number | undefined>;
}

/** Immediate charge in the Central Bank's API Pix. Amounts in cents. */
export type PixCharge = {
  txid: string;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP' | 'UNKNOWN';
  amountCents: number;
  copyPaste: string | null;
  createdAt: string;
  expiresInSeconds: number;
  /** Payments received for this charge; `refundedCents` is the amount refunded from one, missing if nothing was. */
  received: { endToEndId: string; amountCents: number; at: string | null; refundedCents?: number }[];
};
/** Refund of a received Pix as reported by the provider. Amounts in cents. */
export type PixReturn = {
  id: string;
  amountCents: number;
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO' | 'UNKNOWN';
  reason: string | null;
};
/**
 * When our certificate at the provider expires; undefined for an account without one.
 * @throws ProviderUnavailable when its files cannot be used.
 */
export type CertificateUntil = () => Promise<Date | undefined>;
export interface PixGateway {
  /** PUT /cob/{txid}. A timeout throws `ProviderUnknown`: the caller must then look up the charge first. */
  create(charge: {
    txid: string;
    amountCents: number;
    expiresInSeconds: number;
    pixKey: string;
    note: string;
    payer?: { cpf: string; name: string };
  }): Promise<PixCharge>;
  /** Undefined if the provider does not know this txid. */
  find(txid: string): Promise<PixCharge | undefined>;
  /** Removes an open charge; returns its state at the provider afterwards. */
  remove(txid: string): Promise<PixCharge | undefined>;
  /**
   * PUT /pix/{e2eid}/devolucao/{id}: repeating it under one `id` refunds only once. A refusal by the provider is returned as
   * `NAO_REALIZADO`; a timeout throws `ProviderUnknown`.
   */
  giveBack(order: { endToEndId: string; id: string; amountCents: number; note: string }): Promise<PixReturn>;
  /** Undefined if the provider does not know this refund. */
  findReturn(endToEndId: string, id: string): Promise<PixReturn | undefined>;
  /** Registers our address as the webhook of a key, unless it already is. */
  ensureWebhook(pixKey: string, url: string): Promise<void>;
  /** All charges created in a period, for the comparison. */
  list(from: Date, to: Date): Promise<Listed<PixCharge>>;
  /** All Pix received in a period, for the comparison. */
  received(from: Date, to: Date): Promise<Listed<ReceivedPix>>;
  certificateUntil: CertificateUntil;
}
/** Result of testing an account, and the profile used. */
export type PixAccountCheck = {
  profile: string;
  /** What the profile is based on; null for the plain standard. */
  source: string | null;
  /** What production would reject although this test did not, in words. */
  hints: string[];
  steps: ProviderStep[];
};

/** One thing that was tried at a provider, and its answer, in its own words if it refused. */
export type ProviderStep = { step: 'token' | 'read' | 'webhook'; ok: boolean; words: string };

export interface PixPort {
  /** Undefined if no account is configured under this reference. */
  account(tenantAlias: string, institutionCode: string): PixGateway | undefined;
  /**
   * Tests an account: its token, a lookup that changes nothing, and the registration of our notice address for a key, if there
   * is one. Stops at the first step that fails; never throws because of the provider.
   */
  check(
    tenantAlias: string,
    institutionCode: string,
    notices: { pixKey: string; url: string } | undefined,
  ): Promise<PixAccountCheck | undefined>;
  /** Undefined if the account is not configured, or does not say where recurrences are paid to. */
  recurrences(tenantAlias: string, institutionCode: string): PixRecurrenceGateway | undefined;
  /** Undefined if the account is not configured for charges with a due date. */
  due(tenantAlias: string, institutionCode: string): PixDueGateway | undefined;
}

/** Bank slip with its Pix part, as reported by the bank that registers it. Amounts in cents, days `YYYY-MM-DD`. */
export type SlipCharge = {
  /** Our reference of the slip, chosen before the request to the bank. */
  reference: string;
  /** The bank's id of the slip; null if only the bank's list was read and does not contain it. */
  requestCode: string | null;
  /** `OPEN` includes a slip past its due date that can still be paid. */
  status: 'PROCESSING' | 'OPEN' | 'PAID' | 'CANCELLED' | 'EXPIRED' | 'FAILED' | 'UNKNOWN';
  amountCents: number;
  dueDate: string | null;
  /** The next five are null until the bank has registered the slip; without a Pix part the last two remain null. */
  ourNumber: string | null;
  digitableLine: string | null;
  barcode: string | null;
  pixCopyPaste: string | null;
  pixTxid: string | null;
  /**
   * What was paid. `reference` is the same whenever the same payment is reported; `at` is a day or a timestamp, as reported by
   * the bank; `at` and `by` are null if it does not say.
   */
  received: { reference: string; amountCents: number; at: string | null; by: 'slip' | 'pix' | null }[];
};
/** The payer of a slip: banks register slips with the payer's document and address. */
export type SlipPayer = {
  name: string;
  /** CPF of eleven digits or CNPJ of fourteen characters. */
  document: string;
  street: string;
  number: string;
  complement: string;
  district: string;
  city: string;
  state: string;
  zipCode: string;
};
export type SlipOrder = {
  /** At most 15 letters, digits and hyphens, new for every slip. */
  reference: string;
  amountCents: number;
  dueDate: string;
  /** 0 to 60 calendar days during which the slip can still be paid; then the bank ends it. */
  daysPayableAfterDue: number;
  /** Deducted if paid by that day, which is no later than the due date. */
  discount?: { cents: number; until: string };
  payer: SlipPayer;
  /** Printed on the slip; what does not fit into five lines of 78 characters is left out. */
  note: string;
};
export interface SlipGateway {
  readonly provider: BankProvider;
  /**
   * Requests a slip from the bank, which registers it afterwards. The bank would register a repeat as a second slip, so after
   * `ProviderUnknown` the caller must look up the reference first. For a reference that already exists, returns that slip.
   */
  create(order: SlipOrder): Promise<SlipCharge>;
  /**
   * Finds a slip by its request code or, if that is unknown, by our reference among the slips with its due date. Undefined if
   * the bank does not know it (yet).
   */
  find(slip: {
    reference: string;
    requestCode: string | null;
    dueDate: string;
  }): Promise<SlipCharge | undefined>;
  /**
   * Cancels a slip; returns its state at the bank afterwards, which remains `OPEN` while the bank is still processing.
   * Undefined if the bank does not know it. `reason` is cut to 50 characters.
   */
  remove(requestCode: string, reason: string): Promise<SlipCharge | undefined>;
  /** Registers our address as the webhook of the account, unless it already is. */
  ensureWebhook(url: string): Promise<void>;
  /** All slips issued, due or paid between two days, both inclusive; only those with one reference if given. */
  list(period: {
    from: string;
    to: string;
    by: 'issue' | 'due' | 'payment';
    reference?: string;
  }): Promise<Listed<SlipCharge>>;
  certificateUntil: CertificateUntil;
}
export interface SlipPort {
  /** Undefined if no account is configured under this reference. */
  account(tenantAlias: string, institutionCode: string): SlipGateway | undefined;
}

/** The outcome is unknown (timeout, connection lost) and must never be treated as a failure. */
export class ProviderUnknown extends Error {}
/** The provider answered that it did nothing, or it was unreachable before anything was sent. */
export class ProviderUnavailable extends Error {}

/** An institution's own OpenID Connect sign-in, as described in its catalogue (spec 25.20). */
export type StaffProvider = {
  /** Alias of the tenant that owns the catalogue; the secret must belong to that tenant. */
  tenant: string;
  name: string;
  issuer: string;
  clientId: string;
  /** Name of its secret in the environment; the catalogue never contains the secret. */
  secretRef: string;
  scopes: readonly string[];
  groupsClaim: string;
  clientAuthentication: 'basic' | 'post' | null;
  pkce: boolean;
  /** Values of `acr` that count as strong; one of them is requested from the provider. */
  strongAcr: readonly string[];
};
/** What is stored between the start and the end of a sign-in there. */
export type StaffFlow = { state: string; nonce: string; codeVerifier: string | null; redirectUri: string };
/** The provider's statement about somebody; the claims are verified, but their content is the provider's. */
export type StaffClaims = {
  claims: Record<string, unknown> & { sub: string };
  sid: string | undefined;
  /** How they authenticated, only from the ID token; undefined if there was none, as after some refreshes. */
  proof: { acr: unknown; amr: unknown } | undefined;
  /** Seconds since 1970 of their authentication there; undefined if the provider does not say. */
  authTime: number | undefined;
  refreshToken: string | undefined;
};
/** The provider refused, or its answer failed verification. */
export class StaffRefused extends Error {}
/** Throws `StaffRefused`, or `ProviderUnavailable` when the provider does not answer. */
export interface StaffProviderPort {
  /** Starts a sign-in; with `again` the person must authenticate anew. */
  authorize(
    at: StaffProvider,
    redirectUri: string,
    again: boolean,
  ): Promise<{ address: string; flow: StaffFlow }>;
  /** Completes a sign-in: `query` is what the browser brought back. */
  exchange(at: StaffProvider, flow: StaffFlow, query: string): Promise<StaffClaims>;
  /** Asks again about the person with this `sub`; an expired token is refused. */
  refresh(at: StaffProvider, refreshToken: string, sub: string): Promise<StaffClaims>;
  /** Verifies a logout token of OpenID Connect Back-Channel Logout 1.0. */
  logout(at: StaffProvider, token: string): Promise<{ sub?: string; sid?: string; jti: string }>;
  /** Revokes a refresh token, and returns where the browser can end the session there; never throws. */
  leave(at: StaffProvider, refreshToken: string | undefined, backTo: string): Promise<string | undefined>;
}

/** A person as identified by a provider's own stable id. */
export type SocialSubject = { subject: string };
/** What protects one pass through a provider's page; null if a provider does not support it. */
type SocialFlow = {
  redirectUri: string;
  state: string;
  nonce: string | null;
  codeVerifier: string | null;
};
/** Result of a provider's sign-in page, with the values that the browser kept in the meantime. */
export type AuthorizationCode = SocialFlow & { code: string };
export type Authorization = { authorizationUrl: string; flow: SocialFlow };
/** The provider does not confirm the code or token: it is wrong, used, expired or belongs to another person. */
export class SocialRefused extends Error {}
/** Social sign-in. Throws `SocialRefused`, or `ProviderUnavailable` when the provider does not answer. */
export interface SocialPort {
  /** False if no secret is configured for this client of the tenant. */
  knows(provider: 'google' | 'linkedin' | 'facebook', client: SocialClient): boolean;
  /** Starts a sign-in through the page of an OpenID provider. */
  authorize(
    provider: 'google' | 'linkedin',
    client: SocialClient,
    redirectUri: string,
  ): Promise<Authorization>;
  /** Exchanges a code and checks the ID token. */
  exchange(
    provider: 'google' | 'linkedin',
    client: SocialClient,
    given: AuthorizationCode,
  ): Promise<SocialSubject>;
  /** Asks Facebook for the owner of this token. */
  inspect(client: SocialClient, token: string): Promise<SocialSubject>;
}

export type Ports = {
  social: SocialPort;
  staffProvider: StaffProviderPort;
  mail: MailPort;
  sms: SmsPort;
  whatsapp: WhatsAppPort;
  zip: ZipPort;
  examScore: ExamScorePort;
  academicCatalogue: AcademicCataloguePort;
  captcha: CaptchaPort;
  scan: ScanPort;
  pix: PixPort;
  slip: SlipPort;
  acquirers: AcquirersPort;
};
