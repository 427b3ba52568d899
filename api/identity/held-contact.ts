import sql, { type Sql } from 'sql-template-tag';

const COLUMN = { email: sql`email`, cellPhone: sql`cell_phone` } as const;
export type ContactField = keyof typeof COLUMN;

/** Corrections whose contact gets no codes yet: nobody else of the team confirmed it, and the hold has not ended. */
export const isHeld = (correction: Sql, now: Date): Sql =>
  sql`${correction}.held_until > ${now}::timestamptz and ${correction}.released_at is null`;

/** The newest correction of `field` that holds codes back from the contact that person `p` has now. */
const holding = (field: ContactField, now: Date, wanted: Sql): Sql => sql`
  select ${wanted} from person_correction c
  where c.tenant_id = p.tenant_id and c.person_id = p.id and p.${COLUMN[field]}_confirmed_at is null
    and c.after ->> ${field} = p.${COLUMN[field]} and ${isHeld(sql`c`, now)}
  order by c.id desc limit 1`;

/**
 * Where codes of person `p` go, null for nowhere: her contact, but while a correction of the team is held the contact
 * from before it (decision 0122). None for one that a link of a message filled in, until it is confirmed (decision 0154).
 */
export const codeContact = (field: ContactField, now: Date): Sql =>
  sql`case when p.${COLUMN[field]}_by_link and p.${COLUMN[field]}_confirmed_at is null then null else nullif(coalesce((${holding(field, now, sql`coalesce(c.before ->> ${field}, '')`)}), p.${COLUMN[field]}), '') end`;

/** Until when codes do not go to the contact of person `p` that the team set; null where nothing is held. */
export const heldUntil = (field: ContactField, now: Date): Sql =>
  sql`(${holding(field, now, sql`c.held_until`)})`;
