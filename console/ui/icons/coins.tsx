import { icon } from '@orbita/ui/icon';

export const CoinsIcon = icon(
  <path d="M3.5 6.5h17v11h-17zM12 9.75a2.25 2.25 0 1 1 0 4.5 2.25 2.25 0 0 1 0-4.5M6.5 12h.01M17.5 12h.01" />,
);
