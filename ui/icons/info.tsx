import { icon } from '../icon.tsx';

export const InfoIcon = icon(<circle cx="12" cy="12" r="9" />, <path d="M12 11.2v5.3M12 7.6v.1" />);
