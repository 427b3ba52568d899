import { ROLES } from '@orbita/domain/staff';
import { z } from 'zod';
import { named, text } from '../foundation/index.ts';

export const role = z.enum(ROLES).meta({ id: 'StaffRole' });

/** Role that a person holds, with its display label; null means all institutions of the tenant. */
export const heldGrant = named('StaffGrant', {
  role,
  label: text,
  institutions: z.array(text).nullable(),
  /** `idp`: granted by the institution's own sign-in and not changeable here. */
  source: z.enum(['manual', 'idp']),
});
