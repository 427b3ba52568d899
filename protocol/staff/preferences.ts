import { z } from 'zod';

const name = z.string().trim().min(1).max(60);

/** Console preferences of a person (spec 25.2.6); omitted ones have their defaults. */
export const preferences = z
  .object({
    /** Single-key shortcuts. */
    shortcuts: z.boolean().optional(),
    density: z.enum(['compact', 'comfortable']).optional(),
    filters: z
      .array(z.object({ name, screen: z.string().min(1).max(60), query: z.string().max(1000) }))
      .max(50)
      .optional(),
    /** Rows per page in lists. */
    rows: z.union([z.literal(25), z.literal(50), z.literal(100)]).optional(),
    /** E-mail summarising pending work. */
    digest: z.enum(['daily', 'off']).optional(),
    /** Visible columns of a table, by its screen. */
    columns: z.record(z.string().max(60), z.array(z.string().max(60)).max(50)).optional(),
    /** Text blocks that the person often writes. */
    blocks: z
      .array(z.object({ name, text: z.string().trim().min(1).max(2000) }))
      .max(50)
      .optional(),
  })
  .refine(({ columns = {} }) => Object.keys(columns).length <= 50, {
    message: 'Guarde no máximo 50 tabelas.',
    path: ['columns'],
  })
  .meta({ id: 'StaffPreferences' });
