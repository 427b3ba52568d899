/** Rising pairs at the end of a word are one syllable if the stress precedes them: "história", "série". */
const RISING_END = /[iu][aeo]s?$/;
const STRESSED = /[áâéêíóôú]/;
const VOWEL = /[aeiouáâãàéêíóôõúü]/;
const CLOSES = /^(?:nh|[lmnrz](?![aeiouáâãàéêíóôõúü])|ç)/;
/** Words that the rules would count wrongly. */
const KNOWN: Readonly<Record<string, number>> = {
  ao: 1,
  aos: 1,
  muito: 2,
  cookie: 2,
  cookies: 2,
  mail: 1,
  site: 2,
  link: 1,
  online: 3,
};

/** "e" in "seguinte" and "a" in "água" follow a mute or gliding u. */
const withoutGlides = (word: string): string => word.replace(/([qg])[uü](?=[aeiouáâãàéêíóôõ])/g, '$1');

/** True when `next` belongs to the syllable of the vowel before it; `rest` is what follows `next`. */
function joins(vowel: string, next: string, rest: string): boolean {
  if (next === 'i' || next === 'u') return vowel !== next && !CLOSES.test(rest);
  return (vowel === 'ã' && (next === 'o' || next === 'e')) || (vowel === 'õ' && next === 'e');
}

/** Number of syllables in a Portuguese word as spelled in Brazil; letters of an abbreviation count one each. */
export function syllablesOf(written: string): number {
  const word = written.toLowerCase();
  const known = KNOWN[word];
  if (known !== undefined) return known;
  const sounded = withoutGlides(word);
  const letters = [...sounded];
  let count = 0;
  let open = false;
  for (const [at, letter] of letters.entries()) {
    if (!VOWEL.test(letter)) {
      open = false;
      continue;
    }
    const before = letters[at - 1] ?? '';
    const joined: boolean = open && joins(before, letter, letters.slice(at + 1).join(''));
    if (!joined) count += 1;
    // A glide closes its syllable: "maio" has two.
    open = !joined;
  }
  if (count === 0) return Math.max(1, letters.filter((letter) => /\p{L}/u.test(letter)).length);
  return count - (RISING_END.test(sounded) && STRESSED.test(sounded) ? 1 : 0);
}
