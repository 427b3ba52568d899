const EVERY_MS = 1000;

/** Prints the elapsed time every second; nothing for work that takes less than one. */
export async function reportProgress<T>(
  work: Promise<T>,
  text: string,
  show: ((text: string | undefined) => void) | undefined,
): Promise<T> {
  if (!show) return work;
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += EVERY_MS / 1000;
    show(`${text} ${seconds} s`);
  }, EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (seconds > 0) show(undefined);
  }
}
