/** Letters and digits that are not easily confused (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 4;

/** Length of a verification code: 28 characters of 5 bits make 140 bits, so guessing is infeasible. */
export const VERIFICATION_LENGTH = 28;

/** Creates the verification code of an acceptance from random bytes, one per character (spec 13.9). */
export const verificationCode = (random: Uint8Array): string =>
  [...random].map((byte) => LETTERS[byte % LETTERS.length]).join('');

/** The code as printed: `7K3M-…`, in groups of four. */
export const shownVerificationCode = (code: string): string => {
  const groups: string[] = [];
  for (let at = 0; at < code.length; at += GROUP) groups.push(code.slice(at, at + GROUP));
  return groups.join('-');
};

/** Normalises a code that was typed or copied from paper; undefined when it cannot be a code. */
export function readVerificationCode(typed: string): string | undefined {
  const code = typed
    .slice(0, 200)
    .toUpperCase()
    .replace(/[\s.-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return code.length === VERIFICATION_LENGTH && [...code].every((one) => LETTERS.includes(one))
    ? code
    : undefined;
}
