import { useState } from 'react';
import { Button } from '../button.tsx';
import type { ChipStatus } from '../chip.tsx';
import { CookieBanner } from '../cookie-banner.tsx';
import { Countdown } from '../countdown.tsx';
import { Deadline } from '../deadline.tsx';
import { Dialog } from '../dialog.tsx';
import { Empty } from '../empty.tsx';
import { Field } from '../field.tsx';
import { HelpBubble, HelpCard } from '../help.tsx';
import { Legal } from '../legal.tsx';
import { LinkAction } from '../link-action.tsx';
import { LiveLine } from '../live-line.tsx';
import { LoadingBar } from '../loading-bar.tsx';
import { Notice } from '../notice.tsx';
import { RingProgress } from '../ring-progress.tsx';
import { SaveLine } from '../save-line.tsx';
import { SaveStatus } from '../save-status.tsx';
import { Select } from '../select.tsx';
import { Loading } from '../skeleton.tsx';
import { SkeletonCard } from '../skeleton-card.tsx';
import { StatusChip } from '../status-chip.tsx';
import { StepsCompact } from '../steps-compact.tsx';
import { steps } from './example.ts';
import { Section } from './section.tsx';

const chips: [ChipStatus, string][] = [
  ['subscribed', 'Inscrito'],
  ['scheduled', 'Prova agendada'],
  ['evaluated', 'Aprovado'],
  ['terms-accepted', 'Contrato aceito'],
  ['documentation-pending', 'Documentação pendente'],
  ['enrollment-pending', 'Matrícula pendente'],
  ['enrolled', 'Matriculado'],
  ['blacklisted', 'Inscrição bloqueada'],
  ['unqualified', 'Não aprovado'],
  ['neutral', 'Cancelamento solicitado'],
];

export function StatesSection() {
  return (
    <Section title="Estados da inscrição">
      <div className="row row--tight">
        {chips.map(([status, label]) => (
          <StatusChip key={status} status={status}>
            {label}
          </StatusChip>
        ))}
      </div>
      <StepsCompact steps={steps} label="Etapas da matrícula" />
      <div className="row">
        {[0, 3, 7, 8].map((done) => (
          <RingProgress key={done} done={done} total={8} />
        ))}
      </div>
    </Section>
  );
}

export function NoticesSection() {
  return (
    <Section title="Avisos">
      <Notice kind="info" title="Análise em andamento" titleAs="h3">
        Respondemos em cerca de 20 minutos. Você pode fechar esta página.
      </Notice>
      <Notice kind="success" title="Pronto: sua inscrição mudou." titleAs="h3" />
      <Notice kind="warning" title="Faltam 10 minutos" titleAs="h3">
        Sua redação fica salva. Finalize antes das 15h14.
      </Notice>
      <Notice kind="danger" title="Não há mais vagas para este curso." titleAs="h3">
        <p>Nada foi cobrado. Escolha outro campus ou curso.</p>
        <p>
          <LinkAction href="#alterar">Alterar inscrição</LinkAction>
        </p>
      </Notice>
    </Section>
  );
}

export function SavingSection() {
  return (
    <Section title="Salvamento e tempo">
      <SaveStatus
        word="refused"
        time={undefined}
        failed="Não foi possível salvar."
        refused="Ainda não salvo."
      />
      <SaveLine state="saving" />
      <SaveLine state="saved" time="14:32" />
      <SaveLine state="offline" />
      <SaveLine state="error" onRetry={() => undefined} />
      <Countdown big label="Tempo restante" remainingMs={2_538_000} />
      <Countdown big label="Tempo restante" remainingMs={599_000} />
      <Countdown big label="Tempo restante" remainingMs={48_000} />
      <Deadline>Inscrições até 30/11/2026</Deadline>
      <Deadline remainingMs={4_320_000}>Até hoje, 23h59</Deadline>
      <Deadline remainingMs={540_000}>Até hoje, 23h59</Deadline>
      <LiveLine>Aguardando pagamento…</LiveLine>
    </Section>
  );
}

export function LoadingSection() {
  return (
    <Section title="Carregando e vazio">
      <LoadingBar calls={3} ended={1} />
      <Loading label="Carregando suas inscrições">
        <SkeletonCard />
      </Loading>
      <Empty
        title="Você ainda não tem inscrições."
        text="Escolha um curso e comece em poucos minutos."
        action={<Button>Escolher curso</Button>}
      />
    </Section>
  );
}

export function HelpSection() {
  const [collapsed, setCollapsed] = useState(false);
  const nothing = () => undefined;
  return (
    <Section title="Ajuda e cookies">
      <HelpBubble
        help={{ href: '#ajuda' }}
        collapsed={collapsed}
        onDismiss={() => setCollapsed(true)}
        onOpen={() => setCollapsed(false)}
      />
      <HelpCard href="#ajuda" text="Fale com a gente no WhatsApp. Inscrição nº 1042." />
      <CookieBanner onAll={nothing} onNecessary={nothing} onCustomise={nothing} />
    </Section>
  );
}

export function DialogSection() {
  const [open, setOpen] = useState<'none' | 'change' | 'contract'>('none');
  const [read, setRead] = useState(false);
  const close = () => setOpen('none');
  return (
    <Section title="Diálogo">
      <Button kind="outline" block onClick={() => setOpen('change')}>
        Alterar inscrição
      </Button>
      <Button kind="outline" block onClick={() => setOpen('contract')}>
        Ler contrato
      </Button>
      <Dialog
        open={open === 'change'}
        onClose={close}
        title="Alterar inscrição"
        foot={
          <>
            <Button onClick={close}>Salvar</Button>
            <Button kind="quiet" onClick={close}>
              Voltar
            </Button>
          </>
        }
      >
        <Field label="Curso">
          <Select options={[{ value: 1, label: 'Enfermagem' }]} />
        </Field>
        <Field label="Polo">
          <Select options={[{ value: 1, label: 'Campus Centro' }]} />
        </Field>
        <Notice>O preço e as disciplinas podem mudar. Mostramos tudo antes do contrato.</Notice>
      </Dialog>
      <Dialog
        open={open === 'contract'}
        onClose={close}
        title="Contrato"
        bodyLabel="Texto do contrato"
        onReadToEnd={() => setRead(true)}
        foot={
          <>
            {!read && <p className="small muted">Role até o fim para poder aceitar.</p>}
            <Button aria-disabled={!read} onClick={close}>
              Li o contrato
            </Button>
          </>
        }
      >
        <Legal>
          {['Partes', 'Objeto', 'Valor e pagamento', 'Desistência'].map((clause, index) => (
            <section key={clause}>
              <h3>
                {index + 1}. {clause}
              </h3>
              <p>
                Centro Universitário Alfa Exemplo, de um lado, e Responsável Exemplo, na qualidade de
                contratante, assistindo Candidata Exemplo, de outro, ajustam a prestação de serviços
                educacionais.
              </p>
            </section>
          ))}
        </Legal>
      </Dialog>
    </Section>
  );
}
