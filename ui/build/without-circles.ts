import type { Plugin } from 'vite';

/**
 * Fails the build on circular imports between chunks: the constants of one would not be initialised yet when the other runs,
 * and the page would stay empty.
 */
export function withoutCircles(): Plugin {
  return {
    name: 'orbita-without-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const done = new Set<string>();
      const visit = (file: string, way: readonly string[]): void => {
        const chunk = bundle[file];
        if (done.has(file) || chunk?.type !== 'chunk') return;
        if (way.includes(file)) this.error(`Circle of files: ${[...way, file].join(' > ')}`);
        for (const next of chunk.imports) visit(next, [...way, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) visit(file, []);
    },
  };
}
