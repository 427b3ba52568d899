import { Icon, type IconProps } from '@orbita/web/ui/icon';

export function MessageIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 6.5A2 2 0 0 1 6 4.5h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-4.5 3.5v-3.5H6a2 2 0 0 1-2-2z" />
    </Icon>
  );
}
