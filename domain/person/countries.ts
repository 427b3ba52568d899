/** Countries to choose from (ISO 3166-1 alpha-2). Names come from the runtime's pt-BR data (CLDR). */
const CODES =
  `AF ZA AL DE AD AO AG SA DZ AR AM AU AT AZ BS BH BD BB BY BE BZ BJ BO BA BW BR BN BG BF BI BT CV CM KH CA QA KZ TD
  CL CN CY VA CO KM CG CD KP KR CI CR HR CU DK DJ DM EG SV AE EC ER SK SI ES US EE SZ ET FJ PH FI FR GA GM GH GE GD GR
  GT GY GN GQ GW HT HN HU YE IN ID IQ IR IE IS IL IT JM JP JO KI KW LA LS LV LB LR LY LI LT LU MK MG MY MW MV ML MT MA
  MH MU MR MX FM MZ MD MC MN ME MM NA NR NP NI NE NG NO NZ OM NL PW PS PA PG PK PY PE PL PT KE KG GB CF CZ DO RO RW RU
  WS SM LC KN ST VC SC SN SL RS SG SY SO LK SD SS SE CH SR TJ TH TW TZ TL TG TO TT TN TM TR TV UA UG UY UZ VU VE VN ZM
  ZW`
    .trim()
    .split(/\s+/);

const names = new Intl.DisplayNames(['pt-BR'], { type: 'region' });

export const isCountry = (code: string): boolean => CODES.includes(code);

/** Name of a country in pt-BR; the code itself when it is unknown. */
export const countryName = (code: string): string => (isCountry(code) ? (names.of(code) ?? code) : code);

/** All countries with their names: Brazil first, the others sorted by name. */
export function countries(): { code: string; name: string }[] {
  const order = new Intl.Collator('pt-BR');
  const all = CODES.map((code) => ({ code, name: countryName(code) }));
  const others = all.filter(({ code }) => code !== 'BR').sort((a, b) => order.compare(a.name, b.name));
  return [{ code: 'BR', name: countryName('BR') }, ...others];
}
