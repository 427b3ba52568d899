import { icon } from '../icon.tsx';

export const ClockIcon = icon(<circle cx="12" cy="12" r="9" />, <path d="M12 7v5.2l3.4 2" />);
