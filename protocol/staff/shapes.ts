import { ROLES } from '@orbita/domain/staff';
import { z } from 'zod';
import { text } from '../foundation/index.ts';

export const role = z.enum(ROLES).meta({ id: 'StaffRole' });

/** A role that somebody holds, with the label people read; null = in all institutions of the tenant. */
export const heldGrant = z
  .object({
    role,
    label: text,
    institutions: z.array(text).nullable(),
    /** `idp`: what the institution's own sign-in says, which is not changed here. */
    source: z.enum(['manual', 'idp']),
  })
  .meta({ id: 'StaffGrant' });
