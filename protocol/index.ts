import { admissionCalls } from './admission/index.ts';
import { approvalCalls } from './approval/index.ts';
import { contractCalls } from './contract/index.ts';
import { documentCalls } from './document/index.ts';
import { enrolmentCalls } from './enrolment/index.ts';
import { essayCalls } from './essay/index.ts';
import { exportCalls } from './export/index.ts';
import type {
  AnswerAtOf,
  AnswerOf,
  BodyOf,
  Call,
  ParamsInputOf,
  ParamsOf,
  ParsedBodyOf,
  QueryInputOf,
  QueryOf,
  ReplyOf,
  StaffAnswerOf,
  StatusOf,
} from './foundation/index.ts';
import { identityCalls } from './identity/index.ts';
import { messagingCalls } from './messaging/index.ts';
import { offeringCalls } from './offering/index.ts';
import { operationsCalls } from './operations/index.ts';
import { payerLinkCalls, paymentCalls, recurrenceCalls } from './payment/index.ts';
import { personCalls } from './person/index.ts';
import { selectionCalls } from './selection/index.ts';
import {
  staffCalls,
  staffLiveCalls,
  staffPasskeyCalls,
  staffProviderCalls,
  staffSessionCalls,
} from './staff/index.ts';
import { subscriptionCalls } from './subscription/index.ts';
import { tenancyCalls } from './tenancy/index.ts';
import { workCalls } from './work/index.ts';

/** Every call, by the module it belongs to. */
export const modules = {
  tenancy: tenancyCalls,
  identity: identityCalls,
  person: personCalls,
  offering: offeringCalls,
  subscription: subscriptionCalls,
  selection: selectionCalls,
  essay: essayCalls,
  admission: admissionCalls,
  enrolment: enrolmentCalls,
  contract: contractCalls,
  payment: { ...paymentCalls, ...payerLinkCalls, ...recurrenceCalls },
  document: documentCalls,
  messaging: messagingCalls,
  operations: operationsCalls,
  staff: {
    ...staffCalls,
    ...staffSessionCalls,
    ...staffProviderCalls,
    ...staffPasskeyCalls,
    ...staffLiveCalls,
  },
  work: workCalls,
  export: exportCalls,
  approval: approvalCalls,
};

/** Every call of the three APIs, by key. */
export const calls = {
  ...tenancyCalls,
  ...identityCalls,
  ...personCalls,
  ...offeringCalls,
  ...subscriptionCalls,
  ...selectionCalls,
  ...essayCalls,
  ...admissionCalls,
  ...enrolmentCalls,
  ...contractCalls,
  ...paymentCalls,
  ...payerLinkCalls,
  ...recurrenceCalls,
  ...documentCalls,
  ...messagingCalls,
  ...operationsCalls,
  ...staffCalls,
  ...staffSessionCalls,
  ...staffPasskeyCalls,
  ...staffProviderCalls,
  ...workCalls,
  ...approvalCalls,
  ...staffLiveCalls,
  ...exportCalls,
};

export type Calls = typeof calls;

/** Key of a call, such as `POST /candidate/subscriptions`. */
export type CallKey = keyof Calls;

/** Address parameters as the server reads them (ids are numbers). */
export type Params<K extends CallKey> = ParamsOf<K, Calls[K]>;
/** Address parameters as a caller gives them. */
export type ParamsInput<K extends CallKey> = ParamsInputOf<K, Calls[K]>;
/** Query as the server reads it. */
export type Query<K extends CallKey> = QueryOf<Calls[K]>;
/** Query as a caller gives it. */
export type QueryInput<K extends CallKey> = QueryInputOf<Calls[K]>;
/** Body as a caller sends it; `undefined` when the call has none. */
export type Body<K extends CallKey> = BodyOf<Calls[K]>;
/** Body as the server reads it. */
export type ParsedBody<K extends CallKey> = ParsedBodyOf<Calls[K]>;
/** Statuses the call may answer with a body of its own. */
export type Status<K extends CallKey> = StatusOf<Calls[K]>;
/** Body of the answer with one status. */
export type AnswerAt<K extends CallKey, S extends Status<K>> = AnswerAtOf<Calls[K], S>;
/** The same for a person of the team, whose act may wait for a second one. */
export type StaffAnswer<K extends CallKey> = StaffAnswerOf<Calls[K]>;
/** Union of the bodies of all 2xx answers that a service token gets; `undefined` stands for no body. */
export type Answer<K extends CallKey> = AnswerOf<Calls[K]>;
/** Union of `{ status, body }` a handler may return. */
export type Reply<K extends CallKey> = ReplyOf<Calls[K]>;

/** The definition of a call, without its exact types. */
export const callOf = (key: CallKey): Call => calls[key];

export type { ErrorCode, ErrorEnvelope, FieldErrorShape } from './foundation/index.ts';
