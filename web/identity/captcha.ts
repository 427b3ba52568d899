import { useCallback, useEffect, useRef, useState } from 'react';
import { addForeignScript } from '../app/foreign-scripts.ts';
import { settings } from '../app/settings.ts';

/** The part of the version 3 interface this page uses. */
type Widget = {
  ready: (then: () => void) => void;
  execute: (key: string, options: { action: string }) => PromiseLike<string>;
};
type CaptchaWindow = Window & { grecaptcha?: Widget };

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
  // The script that pages name only collects who waits; the one it loads brings the rest.
  return page.grecaptcha ?? first;
}

export type Captcha = {
  /** `off`: this host asks for none. */
  state: 'off' | 'loading' | 'ready' | 'failed';
  /** A fresh token for one request, or undefined when none is available. Waits for the script while it is loading. */
  token: (action: 'signin' | 'signup' | 'code' | 'reset') => Promise<string | undefined>;
  retry: () => void;
};

/** Version 3 captcha of the sign-in page, loaded after the first paint (spec 5.1). */
export function useCaptcha(): Captcha {
  const wanted = settings.captchaKey !== null;
  const [state, setState] = useState<Captcha['state']>(wanted ? 'loading' : 'off');
  const widget = useRef<Promise<Widget | undefined>>(undefined);

  const load = useCallback(() => {
    setState('loading');
    widget.current = loadWidget().then(
      (loaded) => {
        setState('ready');
        return loaded;
      },
      () => {
        setState('failed');
        return undefined;
      },
    );
    return widget.current;
  }, []);

  useEffect(() => {
    if (!wanted) return;
    // Two frames, so that the form is painted before the script is requested.
    const frame = requestAnimationFrame(() => setTimeout(() => void (widget.current ?? load())));
    return () => cancelAnimationFrame(frame);
  }, [wanted, load]);

  const token = useCallback<Captcha['token']>(
    async (action) => {
      if (!wanted) return undefined;
      const loaded = await (widget.current ?? load());
      if (!loaded) return undefined;
      try {
        return await Promise.race([
          loaded.execute(settings.captchaKey ?? '', { action }),
          late<string>(TOKEN_MS),
        ]);
      } catch {
        setState('failed');
        return undefined;
      }
    },
    [wanted, load],
  );
  return { state, token, retry: () => void load() };
}
