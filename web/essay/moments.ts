/** `14:32:07` of an instant, in the zone of its own offset: the institution's. */
export const secondsOf = (iso: string): string => iso.slice(11, 19);

/** `14:32`. */
export const hourOf = (iso: string): string => iso.slice(11, 16);

/** `12/01/2026 às 14:32`. */
export const momentOf = (iso: string): string =>
  `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} às ${hourOf(iso)}`;
