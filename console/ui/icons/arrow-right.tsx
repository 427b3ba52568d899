import { icon } from '@orbita/ui/icon';

export const ArrowRightIcon = icon(<path d="M5 12h14M13 6l6 6-6 6" />);
