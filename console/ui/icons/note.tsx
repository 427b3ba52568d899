import { icon } from '@orbita/ui/icon';

export const NoteIcon = icon(<path d="M5 4.5h14v10l-5 5H5zM14 19.5v-5h5" />);
