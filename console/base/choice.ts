import type { Body } from '@orbita/protocol';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { choose, DEFAULTS } from '../ui/preferences.ts';
import { call } from './api.ts';
import { knownMe, setMe, useMe } from './me.ts';

type Kept = Body<'PUT /operations/staff/me/preferences'>;

const keepInMe = (preferences: Kept): void => {
  const me = knownMe();
  if (me) setMe({ ...me, preferences });
};

/** Applies the person's own preferences, on whatever device they use (spec 25.2.6). */
export function useOwnPreferences(): void {
  const { shortcuts = DEFAULTS.shortcuts, density = DEFAULTS.density } = useMe().preferences;
  useEffect(() => choose({ shortcuts, density }), [shortcuts, density]);
}

/** Changes preferences at once, and reverts them if the server does not store them. */
export const useChoice = () =>
  useMutation({
    mutationFn: (given: Kept) =>
      call('PUT /operations/staff/me/preferences', { body: { ...knownMe()?.preferences, ...given } }),
    onMutate: (given) => {
      const before = knownMe()?.preferences ?? {};
      keepInMe({ ...before, ...given });
      return before;
    },
    onError: (_error, _given, before) => {
      if (before) keepInMe(before);
    },
    // The server receives the choices in the order in which they were made.
    scope: { id: 'preferences' },
  });
