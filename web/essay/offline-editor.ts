import { BASE, inView } from '../base/base.ts';
import { whenIdle } from '../base/idle.ts';

type Policy = { createScriptURL: (address: string) => string };
type TypedWindow = Window & {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
};

const WORKER = `${BASE}/offline-worker.js`;
let asked = false;

/**
 * Makes the browser answer the address of an essay itself while there is no network. If this fails, the editor works without
 * it: the browser is too old, the page is not on https, or the worker could not be loaded.
 */
export function prepareOfflineEditor(): void {
  if (inView || asked || !('serviceWorker' in navigator)) return;
  asked = true;
  whenIdle(() => {
    const policy = (window as TypedWindow).trustedTypes?.createPolicy('orbita-worker', {
      createScriptURL: () => WORKER,
    });
    const address = policy ? policy.createScriptURL(WORKER) : WORKER;
    void navigator.serviceWorker.register(address, { scope: `${BASE}/essays/` }).catch(() => undefined);
  });
}
