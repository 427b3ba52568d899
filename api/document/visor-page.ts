import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../../console/visor/dist');

/** Address of the frame that draws what strangers sent; its scripts lie below it. */
export const VISOR_PATH = '/orbita/equipe/visor';

/**
 * Content security policy of the frame (spec 25.8): scripts of ours, workers and pictures it makes itself, and no network.
 * `sandbox` stands here too, so that the address opened by itself is the same origin of nobody.
 */
export const VISOR_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src blob:',
  'worker-src blob:',
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

export type VisorFile = { type: string; content: Buffer; encoding?: 'br' | 'gzip' };

/** What the frame is built of; undefined while it is not built. */
export type VisorBuild = {
  page: Buffer;
  /** A script or style by its name, as small as the browser can read it; undefined when there is none of that name. */
  file(name: string, acceptEncoding: string): VisorFile | undefined;
};

/** Reads the built frame; its files have their hash in the name, so nothing outside the folder can be named. */
export function readVisor(folder: string = DIST): VisorBuild | undefined {
  if (!existsSync(join(folder, 'visor.html'))) return undefined;
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  const packed = (name: string, accepted: string): Pick<VisorFile, 'content' | 'encoding'> | undefined => {
    const wants = (coding: string) => accepted.split(',').some((one) => one.trim().startsWith(coding));
    const br = wants('br') && files.get(`${name}.br`);
    if (br) return { content: br, encoding: 'br' };
    const gzip = wants('gzip') && files.get(`${name}.gz`);
    if (gzip) return { content: gzip, encoding: 'gzip' };
    const content = files.get(name);
    return content && { content };
  };
  return {
    page: files.get('visor.html') as Buffer,
    file(name, acceptEncoding) {
      const type = TYPES[name.split('.').at(-1) ?? ''];
      const found = type ? packed(name, acceptEncoding) : undefined;
      return type && found ? { type, ...found } : undefined;
    },
  };
}
