interface ImportMeta {
  /** Files of the build by their path, each read when it is asked for (Vite). */
  glob(
    pattern: string,
    options: { query: '?raw' | '?url'; import: 'default' },
  ): Record<string, () => Promise<string>>;
}
