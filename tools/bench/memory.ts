const MIB = 1024 * 1024;
const FIGURES = {
  rss: 'process_resident_memory_bytes',
  heap: 'nodejs_heap_size_used_bytes',
  external: 'nodejs_external_memory_bytes',
} as const;
export type Memory = Record<keyof typeof FIGURES, number>;

/** Memory of one process of the product in MiB, according to its `/metrics`. */
export async function memoryOf(url: string): Promise<Memory> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const of = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN) / MIB);
  return { rss: of(FIGURES.rss), heap: of(FIGURES.heap), external: of(FIGURES.external) };
}
