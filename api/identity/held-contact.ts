import sql, { type Sql } from 'sql-template-tag';

const COLUMN = { email: sql`email`, cellPhone: sql`cell_phone` } as const;
export type ContactField = keyof typeof COLUMN;

/** Corrections whose contact gets no codes yet: nobody else of the team confirmed it, and they have no effect. */
export const isHeld = (correction: Sql): Sql =>
  sql`${correction}.held_until is not null and ${correction}.released_at is null and ${correction}.effective_at is null`;

/** The newest correction of `field` that holds codes back from the contact that person `p` has now. */
const holding = (field: ContactField, wanted: Sql): Sql => sql`
  select ${wanted} from person_correction c
  where c.tenant_id = p.tenant_id and c.person_id = p.id and p.${COLUMN[field]}_confirmed_at is null
    and c.after ->> ${field} = p.${COLUMN[field]} and ${isHeld(sql`c`)}
  order by c.id desc limit 1`;

/** The contact that whoever has the account of person `p` sees: while a correction of the team is held, the one from before it. */
export const shownContact = (field: ContactField): Sql =>
  sql`nullif(coalesce((${holding(field, sql`coalesce(c.before ->> ${field}, '')`)}), p.${COLUMN[field]}), '')`;

/**
 * Where codes of person `p` go, null for nowhere: the contact she sees, but none that a link of a message
 * filled in, until it is confirmed.
 */
export const codeContact = (field: ContactField): Sql =>
  sql`case when not (p.${COLUMN[field]}_by_link and p.${COLUMN[field]}_confirmed_at is null) then ${shownContact(field)} end`;

/** Whether codes do not go to the contact of person `p` yet that the team set. */
export const contactHeld = (field: ContactField): Sql => sql`exists(${holding(field, sql`1`)})`;

/** Until when; null where nothing is held, and where only another person of the team ends it: somebody uses the account. */
export const heldUntil = (field: ContactField): Sql =>
  sql`(${holding(field, sql`case when not c.until_released then c.held_until end`)})`;

/** Whether a code came back from that contact of person `p`, or from the one before a correction that is held. */
export const isProved = (field: ContactField): Sql =>
  sql`(p.${COLUMN[field]}_proved_at is not null or coalesce((${holding(field, sql`c.before_proved`)}), false))`;

/** Whether person `p` proved one of her contacts by a code. */
export const hasProved = sql`(${isProved('email')} or ${isProved('cellPhone')})`;
