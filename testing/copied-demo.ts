import { freshDatabase } from './fresh-database.ts';
import { TEMPLATE } from './harness.ts';

/** A database of its own on a server of tests, with the demo of T0 where that was made there (`template.ts`), else empty. */
export const copiedDemo = (server: string): ReturnType<typeof freshDatabase> => {
  const [of, name] = (process.env[TEMPLATE] ?? '').split(' ');
  return freshDatabase(server, of === server ? name : undefined);
};
