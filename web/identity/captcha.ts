import { useCallback, useEffect, useRef, useState } from 'react';
import { retriedImport } from '../base/chunk-reload.ts';
import { settings } from '../base/settings.ts';
import type { CaptchaAction } from './captcha-widget.ts';

const captchaPart = retriedImport(() => import('./captcha-widget.ts'));

export type Captcha = {
  /** `off`: this host has no captcha. */
  state: 'off' | 'loading' | 'ready' | 'failed';
  /** A fresh token for one request, or undefined when none is available. Waits for the script while it is loading. */
  token: (action: CaptchaAction) => Promise<string | undefined>;
  retry: () => void;
};

/** Version 3 captcha of the sign-in page, loaded after the first paint (spec 5.1). */
export function useCaptcha(): Captcha {
  const wanted = settings.captchaKey !== null;
  const [state, setState] = useState<Captcha['state']>(wanted ? 'loading' : 'off');
  const captcha = useRef<Promise<((action: CaptchaAction) => Promise<string>) | undefined>>(undefined);

  const load = useCallback(() => {
    setState('loading');
    captcha.current = captchaPart()
      .then(({ loadCaptcha }) => loadCaptcha())
      .then(
        (loaded) => {
          setState('ready');
          return loaded;
        },
        () => {
          setState('failed');
          return undefined;
        },
      );
    return captcha.current;
  }, []);

  useEffect(() => {
    if (!wanted) return;
    // Two frames, so that the form is painted before the script is requested.
    const frame = requestAnimationFrame(() => setTimeout(() => void (captcha.current ?? load())));
    return () => cancelAnimationFrame(frame);
  }, [wanted, load]);

  const token = useCallback<Captcha['token']>(
    async (action) => {
      if (!wanted) return undefined;
      const loaded = await (captcha.current ?? load());
      if (!loaded) return undefined;
      try {
        return await loaded(action);
      } catch {
        setState('failed');
        return undefined;
      }
    },
    [wanted, load],
  );
  return { state, token, retry: () => void load() };
}
