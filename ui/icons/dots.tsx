import { icon } from '../icon.tsx';

export const DotsIcon = icon(<path d="M12 5.5v.1M12 12v.1M12 18.5v.1" strokeWidth="2.8" />);
