// Longer than other files: what the product asks of everybody outside is one contract, port by port.
import type { Readable } from 'node:stream';
import type { ExamScores } from '@orbita/domain/selection';
import type { BankProvider } from '@orbita/domain/tenancy';
import type { AcquirersPort } from './acquirer-port.ts';
import type { SocialClient } from './config.ts';
import type { Listed } from './listed.ts';
import type { PixDueGateway, PixRecurrenceGateway, ReceivedPix } from './pix-recurrence-port.ts';

/** External systems as the product sees them. Each has one adapter for the provider's public protocol. */

export type MailMessage = {
  /** The same message always carries the same id, so that mail systems recognise a repeat after a crash. */
  messageId: string;
  template: string;
  to: string;
  fromName: string;
  /** Where answers go; null = nobody reads them. */
  replyTo: string | null;
  /** Drawn where the text names `cid:logo`. */
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
  /** Alias of the tenant, whose gateway may be its own. */
  tenant: string;
  to: string;
  text: string;
  /** Identifies repeats, and the message in reports of delivery. */
  reference: string;
  template: string;
};
export interface SmsPort {
  /** @throws SmsNotSent */
  send(message: SmsMessage): Promise<void>;
  /** Tries the gateway of a tenant without a message; undefined when it has none, no step where nothing can be read. */
  check(tenant: string): Promise<{ kind: string; steps: ProviderStep[] } | undefined>;
}
/**
 * A gateway did not accept a message: for good (`permanent`), for now (`temporary`), or it may have (`unknown`). What is unknown is
 * sent again like the rest, because a second text harms less than none.
 */
export class SmsNotSent extends Error {
  readonly kind: 'permanent' | 'temporary' | 'unknown';

  constructor(kind: SmsNotSent['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A text of a template: its value, with the name that the template has for it, where it names them. */
type WhatsAppValue = { name?: string; text: string };
export type WhatsAppMessage = {
  /** Alias of the tenant, whose number sends it. */
  tenant: string;
  /** As it is stored: of Brazil without the country. */
  to: string;
  /** Names the message in reports of delivery. */
  reference: string;
  template: { name: string; language: string };
  /** In the order of the template. */
  values: readonly WhatsAppValue[];
  /** What the button with an address gets: the rest of a link, or the code that it copies. */
  button?: string | undefined;
};
/** A message that was taken: its number there, and the person's id at this business where it is told. */
export type WhatsAppTaken = { id: string; user: string | null };
export interface WhatsAppPort {
  /** @throws WhatsAppNotSent */
  send(message: WhatsAppMessage): Promise<WhatsAppTaken>;
  /** Answers somebody who has just written; only within 24 hours after that. @throws WhatsAppNotSent */
  answer(message: { tenant: string; to: string; text: string }): Promise<void>;
  /** Tries the number of a tenant and registers our address; undefined when it has none. */
  check(tenant: string): Promise<ProviderStep[] | undefined>;
}
/**
 * WhatsApp did not take a message: it will not (`elsewhere`: another channel has to), not now (`later`), or it may have
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
  /** undefined = unknown code; throws when the service does not answer. */
  find(zipCode: string): Promise<ZipAddress | undefined>;
}

/** Result of the national exam, as its source reports it. */
export type ExamAnswer =
  | { state: 'pending' }
  | { state: 'not-found' }
  | { state: 'found'; trainee: boolean; scores: ExamScores };
export interface ExamScorePort {
  /**
   * Asks for a result or for its state: the same reference is one look-up, however often it is asked. Throws
   * `ProviderUnavailable`, or `ProviderUnknown` when no answer came in time.
   */
  lookUp(asked: { reference: string; registration: string; year: number; cpf: string }): Promise<ExamAnswer>;
}

export interface AcademicCataloguePort {
  /** True when an address is configured for the tenant. */
  isConfigured(tenantAlias: string): boolean;
  /**
   * The text of the answer as it came; undefined when no address is configured or the address does not know the tenant. Throws
   * `ProviderUnavailable`, or `ProviderUnknown` when no answer came in time; their messages complete the sentence "the
   * address …".
   */
  read(tenantAlias: string): Promise<string | undefined>;
}

/** What somebody wanted when she answered a captcha. */
export type CaptchaAction = 'signin' | 'signup' | 'code' | 'reset';
export interface CaptchaPort {
  /**
   * `unavailable` when the service does not answer, or the host's secret is not the tenant's. `secretName` is that of the
   * host; without one the secret of the installation is used. An answer that names another action or another host's page
   * than these was not given here: refused.
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
   * Bytes of the largest file that the scanner takes, as far as it was asked or said so; undefined where that is all a file may
   * have. Asks when `ask` is set and nobody did for some minutes; throws when it does not answer then.
   */
  limit(ask?: boolean): Promise<number | undefined>;
}

/** Immediate charge of the Central Bank's API Pix. Amounts in cents. */
export type PixCharge = {
  txid: string;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP' | 'UNKNOWN';
  amountCents: number;
  copyPaste: string | null;
  createdAt: string;
  expiresInSeconds: number;
  /** Payments received for this charge; `refundedCents` is what went back of one, absent when nothing did. */
  received: { endToEndId: string; amountCents: number; at: string; refundedCents?: number }[];
};
/** Refund of a received Pix, as the provider reports it. Amounts in cents. */
export type PixReturn = {
  id: string;
  amountCents: number;
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO' | 'UNKNOWN';
  reason: string | null;
};
export interface PixGateway {
  /** PUT /cob/{txid}. A time-out throws `ProviderUnknown`: the caller must look the charge up first. */
  create(charge: {
    txid: string;
    amountCents: number;
    expiresInSeconds: number;
    pixKey: string;
    note: string;
    payer?: { cpf: string; name: string };
  }): Promise<PixCharge>;
  /** undefined = the provider does not know this txid. */
  find(txid: string): Promise<PixCharge | undefined>;
  /** Removes an open charge; returns its state at the provider afterwards. */
  remove(txid: string): Promise<PixCharge | undefined>;
  /**
   * PUT /pix/{e2eid}/devolucao/{id}: a repeat under one `id` refunds once. A refusal of the provider is
   * returned as `NAO_REALIZADO`; a time-out throws `ProviderUnknown`.
   */
  giveBack(order: { endToEndId: string; id: string; amountCents: number; note: string }): Promise<PixReturn>;
  /** undefined = the provider does not know this return. */
  findReturn(endToEndId: string, id: string): Promise<PixReturn | undefined>;
  /** Sets our address as the webhook of a key, unless it is already set. */
  ensureWebhook(pixKey: string, url: string): Promise<void>;
  /** Every charge created in a period, for comparison. */
  list(from: Date, to: Date): Promise<Listed<PixCharge>>;
  /** Every Pix received in a period, for comparison. */
  received(from: Date, to: Date): Promise<Listed<ReceivedPix>>;
}
/** What became of trying an account, and the profile that it was tried with. */
export type PixAccountCheck = {
  profile: string;
  /** Where the profile was taken from; null for the standard alone. */
  source: string | null;
  /** What production would refuse though this check did not, in words. */
  hints: string[];
  steps: ProviderStep[];
};

/** One thing that was tried at a provider: what it answered, in its own words where it refused. */
export type ProviderStep = { step: 'token' | 'read' | 'webhook'; ok: boolean; words: string };

export interface PixPort {
  /** undefined when no account is configured under this reference. */
  account(tenantAlias: string, institutionCode: string): PixGateway | undefined;
  /**
   * Tries an account: its token, a look-up that changes nothing, and the registration of our address for the notices of a
   * key, where there is one. Ends with the first step that fails; never throws for what a provider does.
   */
  check(
    tenantAlias: string,
    institutionCode: string,
    notices: { pixKey: string; url: string } | undefined,
  ): Promise<PixAccountCheck | undefined>;
  /** undefined when the account is not configured, or does not say where recurrences are paid to. */
  recurrences(tenantAlias: string, institutionCode: string): PixRecurrenceGateway | undefined;
  /** undefined when the account is not configured for charges with a due date. */
  due(tenantAlias: string, institutionCode: string): PixDueGateway | undefined;
}

/** Bank slip with its Pix part, as the bank that registers it reports it. Amounts in cents, days `YYYY-MM-DD`. */
export type SlipCharge = {
  /** The number that we gave the slip before the bank was asked. */
  reference: string;
  /** What the bank calls the slip; null where only its list was read and does not say. */
  requestCode: string | null;
  /** `OPEN` includes a slip after its due date, which can still be paid. */
  status: 'PROCESSING' | 'OPEN' | 'PAID' | 'CANCELLED' | 'EXPIRED' | 'FAILED' | 'UNKNOWN';
  amountCents: number;
  dueDate: string | null;
  /** The next five are null until the bank has registered the slip; without a Pix part the last two stay so. */
  ourNumber: string | null;
  digitableLine: string | null;
  barcode: string | null;
  pixCopyPaste: string | null;
  pixTxid: string | null;
  /**
   * What was paid. `reference` is the same whenever the same payment is reported; `at` is a day or an instant, as the
   * bank reports it; both `at` and `by` are null where it does not say.
   */
  received: { reference: string; amountCents: number; at: string | null; by: 'slip' | 'pix' | null }[];
};
/** Who pays a slip: banks register slips by the payer's document and address. */
export type SlipPayer = {
  name: string;
  /** CPF of eleven digits or CNPJ of fourteen signs. */
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
  /** 0 to 60 calendar days in which the slip can still be paid; afterwards the bank ends it. */
  daysPayableAfterDue: number;
  /** Taken off when paid until that day, which is not after the due date. */
  discount?: { cents: number; until: string };
  payer: SlipPayer;
  /** Printed on the slip; what does not fit into five lines of 78 signs is left out. */
  note: string;
};
export interface SlipGateway {
  readonly provider: BankProvider;
  /**
   * Asks the bank for a slip, which it registers afterwards. The bank would register a repeat as a second slip, so after
   * `ProviderUnknown` the caller looks the reference up first. A reference that exists already is answered as it is.
   */
  create(order: SlipOrder): Promise<SlipCharge>;
  /**
   * Finds a slip by its request code or, while that is unknown, by our reference among the slips of its due date.
   * undefined = the bank does not know it (yet).
   */
  find(slip: {
    reference: string;
    requestCode: string | null;
    dueDate: string;
  }): Promise<SlipCharge | undefined>;
  /**
   * Cancels a slip; returns its state at the bank afterwards, which stays `OPEN` while the bank is still at it.
   * undefined = the bank does not know it. `reason` is cut to 50 signs.
   */
  remove(requestCode: string, reason: string): Promise<SlipCharge | undefined>;
  /** Sets our address as the webhook of the account, unless it is already set. */
  ensureWebhook(url: string): Promise<void>;
  /** All slips issued, due or paid between two days, both included; of one reference if it is given. */
  list(period: {
    from: string;
    to: string;
    by: 'issue' | 'due' | 'payment';
    reference?: string;
  }): Promise<Listed<SlipCharge>>;
}
export interface SlipPort {
  /** undefined when no account is configured under this reference. */
  account(tenantAlias: string, institutionCode: string): SlipGateway | undefined;
}

/** The outcome is unknown (time-out, connection lost) and must never be treated as a failure. */
export class ProviderUnknown extends Error {}
/** The provider answered that it did not act, or it was unreachable before anything was sent. */
export class ProviderUnavailable extends Error {}

/** An institution's own sign-in by OpenID Connect, as its catalogue describes it (spec 25.20). */
export type StaffProvider = {
  /** Alias of the tenant whose catalogue it is; its secret must be one of that tenant. */
  tenant: string;
  name: string;
  issuer: string;
  clientId: string;
  /** Name of its secret in the environment; the catalogue never holds the secret. */
  secretRef: string;
  scopes: readonly string[];
  groupsClaim: string;
  clientAuthentication: 'basic' | 'post' | null;
  pkce: boolean;
  /** Values of `acr` that count as strong; the provider is asked for one of them. */
  strongAcr: readonly string[];
};
/** What is kept between the start of a sign-in there and its end. */
export type StaffFlow = { state: string; nonce: string; codeVerifier: string | null; redirectUri: string };
/** What the provider says of somebody; claims are checked, but what is in them is the provider's. */
export type StaffClaims = {
  claims: Record<string, unknown> & { sub: string };
  sid: string | undefined;
  /** How she proved who she is, by the ID token alone; undefined where there was none, as after some refreshes. */
  proof: { acr: unknown; amr: unknown } | undefined;
  /** Seconds since 1970 at which she proved there who she is; undefined where the provider does not say. */
  authTime: number | undefined;
  refreshToken: string | undefined;
};
/** The provider refused, or what it sent is not to be believed. */
export class StaffRefused extends Error {}
/** Throws `StaffRefused`, or `ProviderUnavailable` when the provider does not answer. */
export interface StaffProviderPort {
  /** Begins a sign-in; with `again` the person must prove anew who she is. */
  authorize(
    at: StaffProvider,
    redirectUri: string,
    again: boolean,
  ): Promise<{ address: string; flow: StaffFlow }>;
  /** Ends a sign-in: `query` is what the browser brought back. */
  exchange(at: StaffProvider, flow: StaffFlow, query: string): Promise<StaffClaims>;
  /** Asks again about somebody whom the provider numbered so; a token that is over is refused. */
  refresh(at: StaffProvider, refreshToken: string, sub: string): Promise<StaffClaims>;
  /** Checks a logout token by OpenID Connect Back-Channel Logout 1.0. */
  logout(at: StaffProvider, token: string): Promise<{ sub?: string; sid?: string; jti: string }>;
  /** Gives a refresh token back, and says where the browser may end the session there; never throws. */
  leave(at: StaffProvider, refreshToken: string | undefined, backTo: string): Promise<string | undefined>;
}

/** A person as a provider knows them, under the provider's own, unchanging identifier. */
export type SocialSubject = { subject: string };
/** Result of a provider's sign-in page, with the values that the browser kept meanwhile. */
/** What protects one way through a provider's page; null where a provider has no such thing. */
type SocialFlow = {
  redirectUri: string;
  state: string;
  nonce: string | null;
  codeVerifier: string | null;
};
export type AuthorizationCode = SocialFlow & { code: string };
export type Authorization = { authorizationUrl: string; flow: SocialFlow };
/** The provider does not confirm the code or token: it is wrong, used, expired or another person's. */
export class SocialRefused extends Error {}
/** Social sign-in. Throws `SocialRefused`, or `ProviderUnavailable` when the provider does not answer. */
export interface SocialPort {
  /** False when no secret is configured for this client of the tenant. */
  knows(provider: 'google' | 'linkedin' | 'facebook', client: SocialClient): boolean;
  /** Begins a sign-in through the page of an OpenID provider. */
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
