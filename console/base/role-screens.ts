import { carries, partsOfRole, ROLES, type Role } from '@orbita/domain/staff';
import type { Screen } from './screen.ts';

/** Whether a role opens a screen of its own: Início alone is no work. */
export const hasScreen = (role: Role, screens: readonly Pick<Screen, 'parts'>[]): boolean =>
  screens.some(({ parts }) => parts.some((part) => carries(partsOfRole(role), part)));

/** Roles that may be given: whoever gets one of the others finds nothing to do (spec 25.5). */
export const rolesToGive = (screens: readonly Pick<Screen, 'parts'>[]): Role[] =>
  ROLES.filter((role) => hasScreen(role, screens));
