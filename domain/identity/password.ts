import { isBlank, type Rule, required, TEXTS } from '../foundation/index.ts';

/** Maximum length; longer passwords are refused, never truncated (spec 5.1). */
export const PASSWORD_MAX = 128;

export const PASSWORD_TEXTS = {
  policy:
    'A senha precisa de 8 ou mais caracteres: letra maiúscula, letra minúscula, número e um símbolo, como # ou !.',
  common: 'Esta senha é muito comum. Escolha outra.',
  mismatch: 'As senhas não coincidem.',
  wrongCurrent: 'Senha atual incorreta.',
  same: 'A nova senha deve ser diferente da atual.',
} as const;

interface PasswordRule {
  id: 'length' | 'upper' | 'lower' | 'number' | 'special';
  /** Text in the checklist shown during typing. */
  label: string;
  holds: (password: string) => boolean;
}

/** Password policy of every screen (spec 5.1, D-06), in the order of the checklist. */
const PASSWORD_RULES: readonly PasswordRule[] = [
  { id: 'length', label: 'No mínimo 8 caracteres', holds: (password) => [...password].length >= 8 },
  { id: 'upper', label: 'Uma letra maiúscula', holds: (password) => /\p{Lu}/u.test(password) },
  { id: 'lower', label: 'Uma letra minúscula', holds: (password) => /\p{Ll}/u.test(password) },
  { id: 'number', label: 'Um número', holds: (password) => /[0-9]/.test(password) },
  {
    id: 'special',
    label: 'Um caractere especial',
    // Spaces and combining accents are allowed but do not count as special characters.
    holds: (password) => /[^\p{L}\p{N}\p{M}\s]/u.test(password),
  },
];

/** Password as it is hashed and compared: in composed form (NFC), because keyboards encode accents differently. */
export const normalisePassword = (value: string): string => value.normalize('NFC');

/** Checklist state of a password while it is typed. */
export function passwordChecklist(value: string): { id: string; label: string; done: boolean }[] {
  const password = normalisePassword(value);
  return PASSWORD_RULES.map(({ id, label, holds }) => ({ id, label, done: holds(password) }));
}

/**
 * Error text for a new password, or undefined. Sign-in never calls it, so existing passwords stay valid.
 * @param isCommon checks the list of `identity/common-passwords`; only the server passes it.
 */
export function passwordProblem(value: string, isCommon?: (password: string) => boolean): string | undefined {
  const password = normalisePassword(value);
  if (!PASSWORD_RULES.every(({ holds }) => holds(password))) return PASSWORD_TEXTS.policy;
  if ([...password].length > PASSWORD_MAX) return TEXTS.maxLength(PASSWORD_MAX);
  return isCommon?.(password) ? PASSWORD_TEXTS.common : undefined;
}

/** Rules of a "new password" field. */
export const newPassword = (isCommon?: (password: string) => boolean): readonly Rule[] => [
  required,
  (value) => passwordProblem(value ?? '', isCommon),
];

/** Rules of a "repeat the password" field. */
export const confirmationOf = (password: string | null | undefined): readonly Rule[] => [
  required,
  (value) =>
    isBlank(value) || normalisePassword(value ?? '') === normalisePassword(password ?? '')
      ? undefined
      : PASSWORD_TEXTS.mismatch,
];
