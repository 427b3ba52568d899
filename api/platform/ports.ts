import type { Readable } from 'node:stream';
import type { ExamScores } from '@orbita/domain/selection';

/** Outside systems as the product sees them. Each has one adapter that speaks the provider's public protocol. */

export type MailMessage = {
  /** The same message always carries the same id, so that a repeat after a crash is recognised by mail systems. */
  messageId: string;
  template: string;
  to: string;
  fromName: string;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; type: string; content: Buffer }[];
};
export interface MailPort {
  /** Throws when the server did not accept the message. */
  send(message: MailMessage): Promise<void>;
}

export interface SmsPort {
  /** `reference` makes repeats recognisable. Throws when not accepted. */
  send(message: { to: string; text: string; reference: string; template: string }): Promise<void>;
}

export type ZipAddress = {
  zipCode: string;
  street: string | null;
  neighborhood: string | null;
  cityId: number;
};
export interface ZipPort {
  /** undefined = unknown code; throws when the service does not answer. */
  find(zipCode: string): Promise<ZipAddress | undefined>;
}

/** A result of the national exam as its source tells it. */
export type ExamAnswer =
  | { state: 'pending' }
  | { state: 'not-found' }
  | { state: 'found'; trainee: boolean; scores: ExamScores };
export interface ExamScorePort {
  /**
   * Asks for a result, or what became of it: the same reference is one look-up however often it is asked.
   * Throws `ProviderUnavailable`, or `ProviderUnknown` when no answer came in time.
   */
  lookUp(asked: { reference: string; registration: string; year: number; cpf: string }): Promise<ExamAnswer>;
}

export interface CaptchaPort {
  /** `unavailable` when the service does not answer. */
  verify(token: string, ip: string): Promise<'passed' | 'refused' | 'unavailable'>;
}

export interface ScanPort {
  /** Throws when the scanner does not answer: the file then waits (spec 15.1). */
  scan(content: Readable): Promise<'clean' | 'infected'>;
}

/** Immediate charge of the Central Bank's API Pix. Amounts in cents. */
export type PixCharge = {
  txid: string;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP' | 'UNKNOWN';
  amountCents: number;
  copyPaste: string | null;
  createdAt: string;
  expiresInSeconds: number;
  /** Payments received for this charge. */
  received: { endToEndId: string; amountCents: number; at: string }[];
};
/** Money of a received Pix on its way back, as the provider tells it. Amounts in cents. */
export type PixReturn = {
  id: string;
  amountCents: number;
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO' | 'UNKNOWN';
  reason: string | null;
};
export interface PixGateway {
  /** PUT /cob/{txid}. A time-out throws `ProviderUnknown`: look up before anything else. */
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
  /** Removes an open charge; answers what the provider now says of it. */
  remove(txid: string): Promise<PixCharge | undefined>;
  /**
   * PUT /pix/{e2eid}/devolucao/{id}: asking twice under one `id` gives back once. What the provider refuses is answered
   * as `NAO_REALIZADO`; a time-out throws `ProviderUnknown`.
   */
  giveBack(order: { endToEndId: string; id: string; amountCents: number; note: string }): Promise<PixReturn>;
  /** undefined = the provider does not know this return. */
  findReturn(endToEndId: string, id: string): Promise<PixReturn | undefined>;
  /** Points the notices of a key at our address, unless they already do. */
  ensureWebhook(pixKey: string, url: string): Promise<void>;
}
export interface PixPort {
  /** undefined when no account is configured under this reference. */
  account(tenantAlias: string, institutionCode: string): PixGateway | undefined;
}

/** The outcome is not known (time-out, connection lost): never to be taken for a failure. */
export class ProviderUnknown extends Error {}
/** The provider answered that it did not do it, or could not be reached before anything was sent. */
export class ProviderUnavailable extends Error {}

/** Somebody as a provider knows them: its own, unchanging name of the person. */
export type SocialSubject = { subject: string };
/** What came back from a provider's sign-in page, and what the browser kept meanwhile. */
export type AuthorizationCode = {
  code: string;
  redirectUri: string;
  codeVerifier: string;
  nonce: string;
};
export type Authorization = {
  authorizationUrl: string;
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
};
/** The provider does not vouch for what it was shown: wrong, used, old or somebody else's. */
export class SocialRefused extends Error {}
/** Social sign-in; calls throw `SocialRefused`, or `ProviderUnavailable` when the provider does not answer. */
export interface SocialPort {
  /** False when no secret is configured for this client. */
  knows(provider: 'google' | 'linkedin' | 'facebook', clientId: string): boolean;
  /** Begins a way through the sign-in page of an OpenID provider. */
  authorize(provider: 'google' | 'linkedin', clientId: string, redirectUri: string): Promise<Authorization>;
  /** Exchanges a code and checks the ID token. */
  exchange(
    provider: 'google' | 'linkedin',
    clientId: string,
    given: AuthorizationCode,
  ): Promise<SocialSubject>;
  /** Asks Facebook whose token this is. */
  inspect(clientId: string, token: string): Promise<SocialSubject>;
}

export type Ports = {
  social: SocialPort;
  mail: MailPort;
  sms: SmsPort;
  zip: ZipPort;
  examScore: ExamScorePort;
  captcha: CaptchaPort;
  scan: ScanPort;
  pix: PixPort;
};
