import { z } from 'zod';

const name = z.string().trim().min(1).max(60);

/** How somebody likes her console (spec 25.2.6); what is left out is as usual. */
export const preferences = z
  .object({
    /** Keys that act at once. */
    shortcuts: z.boolean().optional(),
    density: z.enum(['compact', 'comfortable']).optional(),
    filters: z
      .array(z.object({ name, screen: z.string().min(1).max(60), query: z.string().max(1000) }))
      .max(50)
      .optional(),
    /** Rows of a page in lists. */
    rows: z.union([z.literal(25), z.literal(50), z.literal(100)]).optional(),
    /** The e-mail of what waits. */
    digest: z.enum(['daily', 'off']).optional(),
    /** Columns of a table that are shown, by its screen. */
    columns: z.record(z.string().max(60), z.array(z.string().max(60)).max(50)).optional(),
    /** Texts that somebody writes often. */
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
