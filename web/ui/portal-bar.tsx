import type { ReactNode } from 'react';
import { Bar, BarEnd } from './bar.tsx';
import { barTexts } from './bar-texts.ts';
import { IconLink } from './icon-button.tsx';
import { HelpIcon } from './icons/help.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export type PortalBarProps = {
  logo: ReactNode;
  helpHref?: string | undefined;
  /** "Olá, Candidata!" */
  greeting: ReactNode;
  initial: string;
  menu: readonly MenuItem[];
};

/** Logo, help, greeting with initial, account menu. */
export function PortalBar({ logo, helpHref, greeting, initial, menu }: PortalBarProps) {
  return (
    <Bar>
      {logo}
      <BarEnd>
        {helpHref && (
          <IconLink icon={HelpIcon} label={barTexts.help} href={helpHref} target="_blank" rel="noopener" />
        )}
        <Menu items={menu} className="portal-bar__menu">
          <span className="portal-bar__greeting only-wide">{greeting}</span>
          <span className="avatar" aria-hidden="true">
            {initial}
          </span>
          <VisuallyHidden>{barTexts.account}</VisuallyHidden>
        </Menu>
      </BarEnd>
    </Bar>
  );
}
