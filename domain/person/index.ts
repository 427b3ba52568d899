export * from './address.ts';
export {
  correctedFields,
  correctedText,
  IDENTITY_PROOFS,
  type IdentityProof,
  SEEN_PAPER_NAMES,
  SEEN_PAPERS,
} from './corrections.ts';
export { countries, countryName, isCountry } from './countries.ts';
export * from './information.ts';
export * from './personal-data.ts';
