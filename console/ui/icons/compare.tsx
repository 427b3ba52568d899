import { Icon, type IconProps } from '@orbita/web/ui/icon';

export function CompareIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 5.5h6.5v13H4zM13.5 5.5H20v13h-6.5z" />
    </Icon>
  );
}
