import { icon } from '../icon.tsx';

export const AlertIcon = icon(<circle cx="12" cy="12" r="9" />, <path d="M12 7.5v5.5M12 16.4v.1" />);
