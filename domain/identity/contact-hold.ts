/**
 * Hours for which codes to sign in with keep going where they went before the institution's team corrected a contact; another
 * person of the team ends them sooner.
 */
export const CONTACT_HOLD_HOURS = 24;
