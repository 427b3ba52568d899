interface ImportMeta {
  /** Files of the build by path, each loaded on demand (Vite). */
  glob(
    pattern: string,
    options: { query: '?raw' | '?url'; import: 'default' },
  ): Record<string, () => Promise<string>>;
}
