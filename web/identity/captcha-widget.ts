import { addForeignScript } from '../base/foreign-scripts.ts';
import { settings } from '../base/settings.ts';

/** The part of the version 3 interface this page uses. */
type Widget = {
  ready: (then: () => void) => void;
  execute: (key: string, options: { action: string }) => PromiseLike<string>;
};
type CaptchaWindow = Window & { grecaptcha?: Widget };

/** What a token is requested for. */
export type CaptchaAction = 'signin' | 'signup' | 'code' | 'reset';

const LOAD_MS = 15_000;
const TOKEN_MS = 10_000;

const late = <T>(ms: number): Promise<T> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('The captcha took too long')), ms));

function addScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = addForeignScript(address);
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The captcha script did not load'));
    };
  });
}

async function loadWidget(): Promise<Widget> {
  const { captchaScriptUrl, captchaKey } = settings;
  const { version, size } = settings.captcha ?? {};
  if (!captchaScriptUrl || !captchaKey || !version) throw new Error('The captcha is not configured');
  const query = new URLSearchParams({ render: captchaKey, size });
  const page = window as CaptchaWindow;
  if (!page.grecaptcha) await Promise.race([addScript(`${captchaScriptUrl}?${query}`), late(LOAD_MS)]);
  const first = page.grecaptcha;
  if (!first) throw new Error('The captcha script brought no captcha');
  await Promise.race([new Promise<void>((resolve) => first.ready(resolve)), late(LOAD_MS)]);
  // The script named by pages only queues callers; the one it loads does the rest.
  return page.grecaptcha ?? first;
}

/** Loads this host's captcha within 15 s; the returned function makes a token within 10 s. Both throw on failure. */
export async function loadCaptcha(): Promise<(action: CaptchaAction) => Promise<string>> {
  const widget = await loadWidget();
  return (action) =>
    Promise.race([widget.execute(settings.captchaKey ?? '', { action }), late<string>(TOKEN_MS)]);
}
