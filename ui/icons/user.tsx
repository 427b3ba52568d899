import { icon } from '../icon.tsx';

export const UserIcon = icon(<circle cx="12" cy="8.5" r="3.8" />, <path d="M4.5 20a7.5 7.5 0 0 1 15 0" />);
