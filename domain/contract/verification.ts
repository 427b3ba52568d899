/** Letters and digits that nobody takes for each other (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 4;

/** Characters of a code of verification: 28 of 5 bits are 140 bits, so that nobody finds one by trying. */
export const VERIFICATION_LENGTH = 28;

/** The code of an acceptance, of as many random bytes as it has characters (spec 13.9). */
export const verificationCode = (random: Uint8Array): string =>
  [...random].map((byte) => LETTERS[byte % LETTERS.length]).join('');

/** A code as it stands on paper: `7K3M-…`, in groups of four. */
export const shownVerificationCode = (code: string): string => {
  const groups: string[] = [];
  for (let at = 0; at < code.length; at += GROUP) groups.push(code.slice(at, at + GROUP));
  return groups.join('-');
};

/** The code somebody typed or copied from paper; undefined when it can be none. */
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
