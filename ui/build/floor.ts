import type { Plugin } from 'vite';
import { newerInScript } from './newer-script.ts';
import { newerInStyle } from './newer-style.ts';
import { knowsBrowsers } from './oldest.ts';

/** Fails a build whose files use features that the oldest supported browsers lack, if the compatibility data is installed. */
export function floor(): Plugin | undefined {
  if (!knowsBrowsers()) return undefined;
  return {
    name: 'orbita-floor',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const found = Object.values(bundle).flatMap((file) => {
          const newer =
            file.type === 'chunk'
              ? newerInScript(this.parse(file.code))
              : file.fileName.endsWith('.css')
                ? newerInStyle(String(file.source))
                : [];
          return newer.map((one) => `${file.fileName}: ${one}`);
        });
        if (found.length > 0)
          this.error(`Newer than the oldest browsers (ui/build/oldest.ts):\n${found.join('\n')}`);
      },
    },
  };
}
