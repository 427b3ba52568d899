import { BRAND_SAMPLE, type SampleBrand } from '@orbita/domain/tenancy';
import { useEffect, useRef } from 'react';

/** Name of the window, so that only one is opened. */
const WINDOW = 'orbita-amostra';

/**
 * Returns a function that opens the pages of a portal with invented data in a brand that is not saved yet (spec 25.14). They
 * follow the brand while this page is open. `portal` is the portal's address.
 */
export function useSample(portal: string, brand: SampleBrand): () => void {
  const opened = useRef<Window | null>(null);
  const { origin } = new URL(portal);
  const message = { type: BRAND_SAMPLE, ...brand };
  const text = JSON.stringify(message);
  useEffect(() => {
    const tell = () => opened.current?.postMessage(JSON.parse(text), origin);
    const answer = (event: MessageEvent<unknown>) => {
      const { source, origin: from, data } = event as MessageEvent<{ type?: unknown } | null>;
      if (source === opened.current && from === origin && data?.type === BRAND_SAMPLE) tell();
    };
    tell();
    window.addEventListener('message', answer);
    return () => window.removeEventListener('message', answer);
  }, [text, origin]);
  return () => {
    opened.current?.close();
    opened.current = window.open(`${portal}visualizacao/#amostra`, WINDOW);
  };
}
