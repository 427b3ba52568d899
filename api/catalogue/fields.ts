import { DEFAULT_THEME } from '@orbita/domain/tenancy';
import { z } from 'zod';
import { field } from './described.ts';

export const code = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'must be a code: letters, digits, . _ -');
export const name = z.string().trim().min(1).max(200);
export const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, `must be a colour like ${DEFAULT_THEME.primary}`);
export const day = z.iso.date('must be a day YYYY-MM-DD');
export const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time HH:MM');
export const instant = z.iso
  .datetime({ offset: true, message: 'must be an instant with offset' })
  .transform((value) => new Date(value).toISOString());
export const reais = z
  .number()
  .min(0)
  .max(9_999_999)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'has more than two decimals');
export const count = z.number().int().min(0).max(1_000_000);
export const none = <T extends z.ZodType>(shape: T) => shape.nullable().default(null);
const settings = z.record(z.string(), z.unknown()).default({});
// Fields shared by many entries.
export const ownCode = field(
  code,
  'Stable name of the entry, unique within its kind; it distinguishes a changed entry from a new one.',
);
export const ofInstitution = field(code, 'Code of an institution.');
export const ofCourse = field(code, 'Code of a course.');
export const ofIntake = field(code, 'Code of an intake of the same institution.');
export const ofPole = field(code, 'Code of a pole.');
export const ofOffer = field(code, 'Code of an offer.');
export const named = field(name, 'Name as candidates read it.');
export const titled = field(name, 'Title as candidates read it.');
// What each setting affects is defined by its name.
export const levelSettings = field(
  settings,
  'Settings of this level by name; what is not set comes from the level above.',
);
/** A single line: a line break would start another mail header. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line');
/** Plain text of several lines, without control characters that a program could interpret. */
export const lines = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*(?:\n[^\p{Cc}]*)*$/u, 'must be plain text');
export const image = z.string().max(200).default('');
