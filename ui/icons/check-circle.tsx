import { icon } from '../icon.tsx';

export const CheckCircleIcon = icon(<circle cx="12" cy="12" r="9" />, <path d="m8 12.3 2.7 2.7L16 9.5" />);
