import { type RefObject, useEffect, useRef, useState } from 'react';

const START = 80;

/** Hides on scroll down past 80 px (spec 4.3); returns on scroll up and whenever focus enters. */
export function useHidingBar<E extends HTMLElement>(): { ref: RefObject<E | null>; hidden: boolean } {
  const ref = useRef<E>(null);
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const scroll = () => {
      const now = window.scrollY;
      // Ignore movements of a few pixels, which come from rubber banding and layout shifts.
      if (Math.abs(now - last) < 4) return;
      setHidden(now > last && now > START);
      last = now;
    };
    const show = () => setHidden(false);
    const element = ref.current;
    window.addEventListener('scroll', scroll, { passive: true });
    element?.addEventListener('focusin', show);
    return () => {
      window.removeEventListener('scroll', scroll);
      element?.removeEventListener('focusin', show);
    };
  }, []);
  return { ref, hidden };
}
