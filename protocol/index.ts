import { admissionCalls } from './admission/index.ts';
import { admissionTeamCalls } from './admission/team/index.ts';
import { approvalCalls } from './approval/index.ts';
import { callerCalls } from './caller/index.ts';
import { catalogueCalls } from './catalogue/index.ts';
import { contractCalls } from './contract/index.ts';
import { contractTeamCalls } from './contract/team/index.ts';
import { documentCalls } from './document/index.ts';
import { documentTeamCalls } from './document/team/index.ts';
import { enrolmentCalls } from './enrolment/index.ts';
import { enrolmentTeamCalls } from './enrolment/team/index.ts';
import { essayCalls } from './essay/index.ts';
import { essayTeamCalls } from './essay/team/index.ts';
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
import { identityTeamCalls } from './identity/team/index.ts';
import { messagingCalls } from './messaging/index.ts';
import { messagingTeamCalls } from './messaging/team/index.ts';
import { offeringCalls } from './offering/index.ts';
import { payerLinkCalls, paymentCalls, recurrenceCalls } from './payment/index.ts';
import { paymentTeamCalls } from './payment/team/index.ts';
import { personCalls } from './person/index.ts';
import { personTeamCalls } from './person/team/index.ts';
import { privacyCalls } from './privacy/index.ts';
import { reportCalls } from './report/index.ts';
import { selectionCalls } from './selection/index.ts';
import { selectionTeamCalls } from './selection/team/index.ts';
import { simulatorCalls } from './simulator/index.ts';
import {
  staffCalls,
  staffLiveCalls,
  staffPasskeyCalls,
  staffProviderCalls,
  staffSessionCalls,
  viewCalls,
} from './staff/index.ts';
import { subscriptionCalls } from './subscription/index.ts';
import { subscriptionTeamCalls } from './subscription/team/index.ts';
import { tenancyCalls } from './tenancy/index.ts';
import { tenancyTeamCalls } from './tenancy/team/index.ts';
import { workCalls } from './work/index.ts';

/** All calls, by the module they belong to. */
export const modules = {
  tenancy: { ...tenancyCalls, ...tenancyTeamCalls },
  caller: callerCalls,
  identity: { ...identityCalls, ...identityTeamCalls },
  person: { ...personCalls, ...personTeamCalls },
  offering: offeringCalls,
  catalogue: catalogueCalls,
  subscription: { ...subscriptionCalls, ...subscriptionTeamCalls },
  selection: { ...selectionCalls, ...selectionTeamCalls },
  essay: { ...essayCalls, ...essayTeamCalls },
  admission: { ...admissionCalls, ...admissionTeamCalls },
  enrolment: { ...enrolmentCalls, ...enrolmentTeamCalls },
  contract: { ...contractCalls, ...contractTeamCalls },
  payment: { ...paymentCalls, ...payerLinkCalls, ...recurrenceCalls, ...paymentTeamCalls },
  document: { ...documentCalls, ...documentTeamCalls },
  messaging: { ...messagingCalls, ...messagingTeamCalls },
  staff: {
    ...staffCalls,
    ...staffSessionCalls,
    ...staffProviderCalls,
    ...staffPasskeyCalls,
    ...staffLiveCalls,
    ...viewCalls,
  },
  work: workCalls,
  export: exportCalls,
  report: reportCalls,
  approval: approvalCalls,
  privacy: privacyCalls,
  simulator: simulatorCalls,
};

/** All calls of the three APIs, by key. */
export const calls = {
  ...modules.tenancy,
  ...modules.caller,
  ...modules.identity,
  ...modules.person,
  ...modules.offering,
  ...modules.catalogue,
  ...modules.subscription,
  ...modules.selection,
  ...modules.essay,
  ...modules.admission,
  ...modules.enrolment,
  ...modules.contract,
  ...modules.payment,
  ...modules.document,
  ...modules.messaging,
  ...modules.staff,
  ...modules.work,
  ...modules.export,
  ...modules.report,
  ...modules.approval,
  ...modules.privacy,
  ...modules.simulator,
};

export type Calls = typeof calls;

/** Key of a call, such as `POST /candidate/subscriptions`. */
export type CallKey = keyof Calls;

/** Path parameters as the server reads them (ids are numbers). */
export type Params<K extends CallKey> = ParamsOf<K, Calls[K]>;
/** Path parameters as a caller passes them. */
export type ParamsInput<K extends CallKey> = ParamsInputOf<K, Calls[K]>;
/** Query as the server reads it. */
export type Query<K extends CallKey> = QueryOf<Calls[K]>;
/** Query as a caller passes it. */
export type QueryInput<K extends CallKey> = QueryInputOf<Calls[K]>;
/** Body as a caller sends it; `undefined` when the call has none. */
export type Body<K extends CallKey> = BodyOf<Calls[K]>;
/** Body as the server reads it. */
export type ParsedBody<K extends CallKey> = ParsedBodyOf<Calls[K]>;
/** Statuses that the call's own responses may have. */
type Status<K extends CallKey> = StatusOf<Calls[K]>;
/** Body of the response with one status. */
export type AnswerAt<K extends CallKey, S extends Status<K>> = AnswerAtOf<Calls[K], S>;
/** Same as `Answer`, for a team member whose act may have to wait for a second person. */
export type StaffAnswer<K extends CallKey> = StaffAnswerOf<Calls[K]>;
/** Union of the bodies of all 2xx responses to a service token; `undefined` means no body. */
export type Answer<K extends CallKey> = AnswerOf<Calls[K]>;
/** Union of the `{ status, body }` pairs that a handler may return. */
export type Reply<K extends CallKey> = ReplyOf<Calls[K]>;

/** Definition of a call, without its exact types. */
export const callOf = (key: CallKey): Call => calls[key];
