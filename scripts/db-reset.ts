import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '@orbita/api/platform/folder-lock';

/** Empties the data folder; refuses while a server uses it. */
const dataDir = process.env.ORBITA_DATA_DIR ?? join(import.meta.dirname, '../.data');
try {
  lockFolder(dataDir)();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
rmSync(dataDir, { recursive: true, force: true });
console.log(`${dataDir} foi apagada.`);
