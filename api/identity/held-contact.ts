import sql, { type Sql } from 'sql-template-tag';

const COLUMN = { email: sql`email`, cellPhone: sql`cell_phone` } as const;
export type ContactField = keyof typeof COLUMN;

/**
 * Whether a correction's contact doesn't receive codes yet: no second staff member has confirmed it and it hasn't taken effect.
 */
export const isHeld = (correction: Sql): Sql =>
  sql`${correction}.held_until is not null and ${correction}.released_at is null and ${correction}.effective_at is null`;

/** The newest correction of `field` that keeps codes from being sent to person `p`'s current contact. */
const holding = (field: ContactField, wanted: Sql): Sql => sql`
  select ${wanted} from person_correction c
  where c.tenant_id = p.tenant_id and c.person_id = p.id and p.${COLUMN[field]}_confirmed_at is null
    and c.after ->> ${field} = p.${COLUMN[field]} and ${isHeld(sql`c`)}
  order by c.id desc limit 1`;

/** The contact shown to whoever uses person `p`'s account: while a staff correction is on hold, the one before it. */
export const shownContact = (field: ContactField): Sql =>
  sql`nullif(coalesce((${holding(field, sql`coalesce(c.before ->> ${field}, '')`)}), p.${COLUMN[field]}), '')`;

/**
 * Where person `p`'s codes go, or null for nowhere: the contact they see, except an unconfirmed one that was filled in from a
 * message's link.
 */
export const codeContact = (field: ContactField): Sql =>
  sql`case when not (p.${COLUMN[field]}_by_link and p.${COLUMN[field]}_confirmed_at is null) then ${shownContact(field)} end`;

/** Whether person `p`'s contact was set by staff and doesn't receive codes yet. */
export const contactHeld = (field: ContactField): Sql => sql`exists(${holding(field, sql`1`)})`;

/**
 * Until when it is held; null when nothing is held, or when only another staff member can release it because someone uses the
 * account.
 */
export const heldUntil = (field: ContactField): Sql =>
  sql`(${holding(field, sql`case when not c.until_released then c.held_until end`)})`;

/** Whether a code sent to that contact of person `p` was entered, or one sent to the contact before a correction on hold. */
export const isProved = (field: ContactField): Sql =>
  sql`(p.${COLUMN[field]}_proved_at is not null or coalesce((${holding(field, sql`c.before_proved`)}), false))`;

/** Whether person `p` proved one of their contacts with a code. */
export const hasProved = sql`(${isProved('email')} or ${isProved('cellPhone')})`;
