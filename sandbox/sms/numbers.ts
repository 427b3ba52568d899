const digits = (to: string): string => to.replace(/\D/g, '');

/** What happens to a message to a number (spec 2.5): refused at once, accepted and then not delivered, or delivered. */
export function fateOf(to: string): 'refused' | 'stopped' | 'undelivered' | 'delivered' {
  const number = digits(to);
  if (number.length < 10 || number.endsWith('9999')) return 'refused';
  if (number.endsWith('9997')) return 'stopped';
  return number.endsWith('9998') ? 'undelivered' : 'delivered';
}

/** Sends a report a moment later, as gateways do; nobody waits for it, and a lost one is not repeated. */
export const reportLater = (url: string, init: RequestInit): void => {
  setTimeout(() => {
    void fetch(url, { method: 'POST', redirect: 'error', signal: AbortSignal.timeout(5_000), ...init }).catch(
      () => undefined,
    );
  }, 20).unref();
};
