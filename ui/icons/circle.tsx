import { icon } from '../icon.tsx';

export const CircleIcon = icon(<circle cx="12" cy="12" r="9" />);
