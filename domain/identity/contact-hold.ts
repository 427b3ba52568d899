/**
 * Hours during which sign-in codes still go to the previous contact after the institution's team corrected it; another team
 * member can end this period early.
 */
export const CONTACT_HOLD_HOURS = 24;
