import { Icon, type IconProps } from '@orbita/ui/icon';

export function NoteIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 4.5h14v10l-5 5H5zM14 19.5v-5h5" />
    </Icon>
  );
}
