import { icon } from '@orbita/ui/icon';

export const XCircleIcon = icon(<circle cx="12" cy="12" r="9" />, <path d="m9 9 6 6M15 9l-6 6" />);
