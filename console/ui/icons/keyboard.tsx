import { icon } from '@orbita/ui/icon';

export const KeyboardIcon = icon(
  <rect x="2.5" y="6" width="19" height="12" rx="2.5" />,
  <path d="M6.5 10v.1M10 10v.1M13.5 10v.1M17 10v.1M8 14.2h8" />,
);
