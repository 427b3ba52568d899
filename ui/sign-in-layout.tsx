import type { ReactNode } from 'react';
import './styles/sign-in-layout.css';
import { Button } from './button.tsx';
import type { IconComponent } from './icon.tsx';
import { OrbitField } from './orbit.tsx';

export type SignInLayoutProps = {
  logo: ReactNode;
  /** Logo for the brand panel, if the usual one does not suit its colour. */
  panelLogo?: ReactNode;
  /** Name of the institution, for the side panel's region. */
  brandLabel: string;
  slogan: ReactNode;
  note?: ReactNode;
  /** Beside the logo on phones. */
  first?: ReactNode;
  /** Rings in the corner; off on long forms. */
  orbit?: boolean;
  /** `div` when the page already has a `main`. */
  as?: 'main' | 'div';
  children: ReactNode;
};

/** Frame of the pages before sign-in: form only on phones, brand panel beside it from 1000 px on. */
export function SignInLayout({
  logo,
  panelLogo,
  brandLabel,
  slogan,
  note,
  first,
  orbit = true,
  as: Main = 'main',
  children,
}: SignInLayoutProps) {
  return (
    <div className="sign-in-layout">
      <section className="sign-in-layout__brand" aria-label={brandLabel}>
        {panelLogo || logo}
        <p className="sign-in-layout__slogan">{slogan}</p>
        {note && <p className="small">{note}</p>}
      </section>
      <Main className="sign-in-layout__main" id={Main === 'main' ? 'conteudo' : undefined}>
        {orbit && <OrbitField />}
        <div className="sign-in-layout__form">
          <div className="sign-in-layout__top">
            {logo}
            {first}
          </div>
          {children}
        </div>
      </Main>
    </div>
  );
}

/** "ou use sua conta" between two rules. */
export function Divider({ children }: { children: ReactNode }) {
  return <p className="divider">{children}</p>;
}

export type SocialItem = { label: string; icon: IconComponent; busy?: boolean; onClick: () => void };

/** Up to three sign-in buttons of other platforms. */
export function SocialButtons({ items }: { items: readonly SocialItem[] }) {
  return (
    <div className="social">
      {items.map((item) => (
        <Button
          key={item.label}
          kind="outline"
          icon={item.icon}
          busy={item.busy && item.label}
          onClick={item.onClick}
        >
          {item.label}
        </Button>
      ))}
    </div>
  );
}
