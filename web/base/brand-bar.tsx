import { PlainBar, type PlainBarProps } from '@orbita/ui/bar';
import { BrandLogo } from './brand-logo.tsx';

/** Default layout: logo only, linking to home (spec 4.3). */
export function BrandBar({ narrow }: PlainBarProps) {
  return (
    <PlainBar narrow={narrow}>
      <BrandLogo href="/" />
    </PlainBar>
  );
}
