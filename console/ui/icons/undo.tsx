import { icon } from '@orbita/ui/icon';

export const UndoIcon = icon(<path d="M4.5 9.5h10a5 5 0 0 1 0 10H9M8.5 5.5l-4 4 4 4" />);
