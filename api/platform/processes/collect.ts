/**
 * Collects items and hands them over together, `ms` milliseconds after the first. Returns a function that adds one; `flush`
 * hands over immediately what there is.
 */
export function collect<T>(
  ms: number,
  handOver: (items: T[]) => void,
): { add(item: T): void; flush(): void } {
  let items: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (items.length === 0) return;
    const given = items;
    items = [];
    handOver(given);
  };
  return {
    add(item) {
      items.push(item);
      timer ??= setTimeout(flush, ms);
    },
    flush,
  };
}
