export { CODE, CODE_TEXTS, code, codeDigits, normaliseCode } from './code.ts';
export { CONTACT_HOLD_HOURS } from './contact-hold.ts';
export { maskContact, maskDocument, maskEmail, maskPhone } from './contact-mask.ts';
export { deviceLabel } from './device.ts';
export { DOCUMENT_LABELS, documentTypes } from './document-names.ts';
export { documentRules, signInRules } from './forms.ts';
export { PASSKEY_CHALLENGE_MINUTES, PASSKEYS_MOST, passkeyLabel } from './passkeys.ts';
export {
  normalisePassword,
  PASSWORD_MAX,
  PASSWORD_TEXTS,
  passwordChecklist,
  passwordProblem,
} from './password.ts';
export { ACCESS_CHANGES, type AccessChange, isProof, PROOF, PROOF_TEXTS } from './proof.ts';
export { BASE_PATH, ENDED_LINK, safeRedirect } from './redirect.ts';
export { HANDOFF_SECONDS, SESSION } from './session.ts';
export {
  newPasswordRules,
  type SignUp,
  signUpNationality,
  signUpRules,
} from './sign-up.ts';
export {
  SOCIAL_LABELS,
  SOCIAL_LINK_MINUTES,
  SOCIAL_PROVIDERS,
  SOCIAL_TEXTS,
  type SocialProvider,
} from './social.ts';
