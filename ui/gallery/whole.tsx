import { PlainBar } from '../bar.tsx';
import { Button } from '../button.tsx';
import { Countdown } from '../countdown.tsx';
import { CourseBar } from '../course-bar.tsx';
import { EssayBar, EssayFoot, EssaySheet } from '../essay.tsx';
import { GoodNews } from '../good-news.tsx';
import { FacebookIcon } from '../icons/facebook.tsx';
import { GoogleIcon } from '../icons/google.tsx';
import { LayersIcon } from '../icons/layers.tsx';
import { LinkedinIcon } from '../icons/linkedin.tsx';
import { XIcon } from '../icons/x.tsx';
import { Logo } from '../logo.tsx';
import { Pass } from '../pass.tsx';
import { SaveLine } from '../save-line.tsx';
import { Score } from '../score.tsx';
import { Divider, SignInLayout, SocialButtons } from '../sign-in-layout.tsx';
import { Section } from './section.tsx';

const logo = <Logo href="#inicio" name="Alfa Exemplo" detail="Centro Universitário" />;

export function MomentsSection() {
  return (
    <Section title="Momentos">
      <GoodNews mark="check" title="Parabéns! Você foi aprovada" lead="Sua vaga está esperando por você." />
      <Score label="Nota da redação" value="760" outOf="de 1.000" />
      <Pass
        label="Sua matrícula"
        issuer="Centro Universitário Alfa Exemplo"
        title="Enfermagem"
        facts={[
          { label: 'Número de matrícula', value: '2027 0001 0042' },
          { label: 'Início das aulas', value: '08/02/2027' },
        ]}
      />
    </Section>
  );
}

export function EssaySection() {
  return (
    <Section title="Redação">
      <EssayBar
        timer={<Countdown big label="Tempo restante" remainingMs={2_538_000} />}
        save={<SaveLine state="saved" time="14:32:07" />}
        action={
          <Button kind="outline" small>
            Finalizar
          </Button>
        }
      />
      <EssaySheet
        titleLabel="Título"
        textLabel="Redação"
        countId="contagem"
        title={{ defaultValue: 'Aprender a cuidar' }}
        text={{
          defaultValue: 'A escola costuma ser o primeiro lugar em que se convive com pessoas diferentes.',
        }}
      />
      <EssayFoot
        id="contagem"
        value={35.3}
        minimum={25}
        words={
          <>
            <b>212 palavras</b> (mínimo 150, máximo 600)
          </>
        }
        characters="1.284 de 5.000 caracteres"
      />
    </Section>
  );
}

export function BarsSection() {
  return (
    <Section title="Barras">
      <CourseBar
        backHref="#portal"
        backLabel="Voltar às suas inscrições"
        course="Análise e Desenvolvimento de Sistemas para Internet e Dispositivos Móveis"
        meta="Matrícula · nº 1042"
        facts={[
          { label: 'Polo', value: 'Campus Centro' },
          { label: 'Forma de ingresso', value: 'Vestibular online' },
          { label: 'Modalidade', value: 'Presencial' },
        ]}
        help={{ href: '#ajuda' }}
        menu={[
          { label: 'Acompanhar inscrição', icon: LayersIcon, href: '#acompanhar' },
          { label: 'Cancelar inscrição', icon: XIcon, onClick: () => undefined },
        ]}
      />
      <PlainBar>{logo}</PlainBar>
    </Section>
  );
}

export function SignInSection() {
  return (
    <Section title="Entrada">
      <SignInLayout
        as="div"
        logo={logo}
        brandLabel="Centro Universitário Alfa Exemplo"
        slogan="Sua graduação, um passo de cada vez."
        note="Seus dados são usados só para a sua inscrição e matrícula."
      >
        <Divider>ou use sua conta</Divider>
        <SocialButtons
          items={[
            { label: 'Google', icon: GoogleIcon, onClick: () => undefined },
            { label: 'Facebook', icon: FacebookIcon, onClick: () => undefined },
            { label: 'LinkedIn', icon: LinkedinIcon, onClick: () => undefined },
          ]}
        />
      </SignInLayout>
    </Section>
  );
}
