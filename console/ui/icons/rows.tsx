import { icon } from '@orbita/ui/icon';

export const RowsIcon = icon(<path d="M4 6.5h16M4 12h16M4 17.5h16" />);
