export * from './acceptance.ts';
export { type AcceptanceChannel, acceptanceContacts, type PartyContacts } from './contacts.ts';
export { describeDevice } from './device.ts';
export {
  readVerificationCode,
  shownVerificationCode,
  VERIFICATION_LENGTH,
  verificationCode,
} from './verification.ts';
