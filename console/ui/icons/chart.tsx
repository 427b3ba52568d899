import { Icon, type IconProps } from '@orbita/ui/icon';

export function ChartIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 4.5v15h16M8.5 16v-4M12.5 16V8M16.5 16v-6" />
    </Icon>
  );
}
