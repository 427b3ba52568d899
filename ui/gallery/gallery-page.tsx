import { useState } from 'react';
import './gallery.css';
import { ExitIcon } from '../icons/exit.tsx';
import { KeyIcon } from '../icons/key.tsx';
import { UserIcon } from '../icons/user.tsx';
import { Logo } from '../logo.tsx';
import { OfflineBanner } from '../offline-banner.tsx';
import { Page, PageHead } from '../page.tsx';
import { PortalBar } from '../portal-bar.tsx';
import { SkipLink } from '../skip-link.tsx';
import { ButtonsSection, ChoicesSection, FieldsSection } from './controls.tsx';
import { FilesSection, MoneySection, ProgressSection } from './journey.tsx';
import {
  DialogSection,
  HelpSection,
  LoadingSection,
  NoticesSection,
  SavingSection,
  StatesSection,
} from './states.tsx';
import { BarsSection, EssaySection, MomentsSection, SignInSection } from './whole.tsx';

/** Every component in every state, for developers of pages. */
export default function GalleryPage() {
  const [offline] = useState(true);
  return (
    <>
      <SkipLink />
      <OfflineBanner offline={offline} />
      <PortalBar
        logo={<Logo href="#inicio" name="Alfa Exemplo" detail="Centro Universitário" />}
        help={{ href: '#ajuda' }}
        greeting="Olá, Candidata!"
        initial="C"
        menu={[
          { label: 'Alterar dados', icon: UserIcon, href: '#dados' },
          { label: 'Alterar senha', icon: KeyIcon, href: '#senha' },
          { label: 'Sair', icon: ExitIcon, onClick: () => undefined },
        ]}
      />
      <Page gap="section">
        <PageHead title="Componentes e estados" lead="A peça certa para cada momento, em todos os estados." />
        <div className="gallery">
          <ButtonsSection />
          <FieldsSection />
          <ChoicesSection />
          <StatesSection />
          <NoticesSection />
          <SavingSection />
          <LoadingSection />
          <HelpSection />
          <DialogSection />
          <MoneySection />
          <FilesSection />
          <ProgressSection />
          <EssaySection />
          <MomentsSection />
        </div>
        <div className="gallery gallery--full">
          <BarsSection />
          <SignInSection />
        </div>
      </Page>
    </>
  );
}
