import { icon } from '../icon.tsx';

export const BarcodeIcon = icon(<path d="M4 6v12M7.5 6v12M10 6v12M13.5 6v12M17 6v12M20 6v12" />);
