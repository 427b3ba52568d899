export {
  ADULT_AGE,
  addBusinessDays,
  addDays,
  ageOn,
  dayInZone,
  daysBetween,
  easterOf,
  endOfDay,
  holidaysOf,
  isBusinessDay,
  isMinorOn,
  isoInZone,
  isRealDay,
  nextBusinessDay,
  startOfDay,
} from './calendar.ts';
export { formatCnpj, isCnpj } from './cnpj.ts';
export { courseName } from './course-name.ts';
export { isCpf } from './cpf.ts';
export { email, normaliseEmail } from './email.ts';
export { entryOf } from './entry-of.ts';
export {
  formatAmount,
  formatCpf,
  formatDate,
  formatDateTime,
  formatMoney,
  formatPhone,
  formatRne,
  formatTime,
  formatZipCode,
} from './format.ts';
export { escapeHtml } from './html.ts';
export { type Cents, percentOf, sumCents, toAmount, toCents } from './money.ts';
export { firstName, shownName } from './names.ts';
export {
  type DocumentType,
  digits,
  isBlank,
  normaliseCpf,
  normaliseDocument,
  normaliseName,
  normalisePassport,
  normaliseRg,
  normaliseRne,
  normaliseZipCode,
  plainLine,
  withoutFinalSlashes,
  withoutSeparators,
} from './normalise.ts';
export {
  accepted,
  addressText,
  birthDate,
  birthDay,
  cellPhone,
  cellPhoneOf,
  citySelected,
  isSingleName,
  maxLength,
  minLength,
  noSpecialCharacters,
  personName,
  personNameOf,
  phone,
  phoneOf,
  rg,
  socialName,
  writtenText,
  zipCode,
  zipCodeOf,
} from './person-rules.ts';
export { brazilianPhone, isCell, isLandline, normalisePhone, phoneTyped } from './phone.ts';
export { AREA_CODES, isZipCodeOf, STATES } from './places.ts';
export {
  check,
  cpf,
  documentOf,
  type FieldError,
  passport,
  passportOf,
  type Rule,
  type Rules,
  required,
  rne,
} from './rules.ts';
export { doubtsOf, shownText } from './shown-text.ts';
export { TEXTS } from './texts.ts';
export { atWallClock, DEFAULT_ZONE, type Instant } from './zone.ts';
