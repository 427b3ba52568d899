export {
  type Address,
  type AnswerAtOf,
  type AnswerOf,
  addressOf,
  type BodyOf,
  type Call,
  defineCalls,
  type Method,
  type ParamsInputOf,
  type ParamsOf,
  type ParsedBodyOf,
  paramsSchema,
  type QueryInputOf,
  type QueryOf,
  type Repeats,
  type ReplyOf,
  type StaffAnswerOf,
  type StandardHeader,
  type StatusOf,
} from './define.ts';
export {
  type ErrorCode,
  errorCatalogue,
  errorEnvelope,
} from './errors.ts';
export { fieldErrorsOf } from './field-errors.ts';
export { possibleErrors, takesKey } from './possible-errors.ts';
export { filters, queryNames, unknownNames } from './query-names.ts';
export { anyPart, type Grantable, needsTenant, openersOf, opens, scopes, wholeScopes } from './scopes.ts';
export {
  cursor,
  day,
  flag,
  id,
  idOrNone,
  isoDateTime,
  listOf,
  MOST_MONEY,
  maybe,
  money,
  pageOf,
  pageQuery,
  pathId,
  pathNumber,
  text,
  typed,
  typedLine,
  webAuthnOptions,
  whole,
} from './shapes.ts';
export { behalfReason, listQuery, subscriptionQuery } from './team.ts';
