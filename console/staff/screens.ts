import type { Screen } from '../app/screen.ts';

/** E-13: people of the team (spec 25.16). */
export const staffScreens: readonly Screen[] = [];
