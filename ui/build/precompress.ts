import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt']);
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes `.br` and `.gz` beside every text asset, so that the server only has to pick the right file. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'orbita-precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, config.build.assetsDir);
    },
    async closeBundle() {
      if (!existsSync(folder)) return;
      for (const name of await readdir(folder)) {
        if (compressible.has(extname(name))) await compressFile(join(folder, name));
      }
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const text = await readFile(path);
  // Files below one network packet gain nothing from compression.
  if (text.length < 1200) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const [small, smaller] = await Promise.all([zip(text, { level: 9 }), brotli(text, { params })]);
  await Promise.all([writeFile(`${path}.gz`, small), writeFile(`${path}.br`, smaller)]);
}
