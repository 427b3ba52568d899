import { freshDatabase } from './fresh-database.ts';
import { TEMPLATE } from './harness.ts';

/** A separate database on a test server, with the demo of T0 if it was prepared there (`template.ts`), else empty. */
export const copiedDemo = (server: string): ReturnType<typeof freshDatabase> => {
  const [of, name] = (process.env[TEMPLATE] ?? '').split(' ');
  return freshDatabase(server, of === server ? name : undefined);
};
