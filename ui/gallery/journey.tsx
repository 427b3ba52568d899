import { Accordion } from '../accordion.tsx';
import { ActionBar } from '../action-bar.tsx';
import { ActionList } from '../action-list.tsx';
import { Amount } from '../amount.tsx';
import { Button, ButtonLink } from '../button.tsx';
import { Card } from '../card.tsx';
import { CopyCode } from '../copy-code.tsx';
import { CourseCard, CourseList } from '../course-card.tsx';
import { Deadline } from '../deadline.tsx';
import { Disclosure } from '../disclosure.tsx';
import { DocumentList, DocumentRow, UploadActions } from '../document-row.tsx';
import { Facts } from '../facts.tsx';
import { FileRow } from '../file-row.tsx';
import { CameraIcon } from '../icons/camera.tsx';
import { CheckCircleIcon } from '../icons/check-circle.tsx';
import { EyeIcon } from '../icons/eye.tsx';
import { FileIcon } from '../icons/file.tsx';
import { ImageIcon } from '../icons/image.tsx';
import { LayersIcon } from '../icons/layers.tsx';
import { PinIcon } from '../icons/pin.tsx';
import { RepeatIcon } from '../icons/repeat.tsx';
import { TrashIcon } from '../icons/trash.tsx';
import { UploadIcon } from '../icons/upload.tsx';
import { Numbered } from '../numbered.tsx';
import { PriceTable } from '../price-table.tsx';
import { QrPanel } from '../qr-panel.tsx';
import { RingProgress } from '../ring-progress.tsx';
import { SaveLine } from '../save-line.tsx';
import { StatusChip } from '../status-chip.tsx';
import { StepList } from '../step-list.tsx';
import { TaskCard } from '../task-card.tsx';
import { qrPath, steps } from './example.ts';
import { Section } from './section.tsx';

export function MoneySection() {
  return (
    <Section title="Dinheiro">
      <Card className="stack">
        <Amount cents={34900} />
        <PriceTable
          caption="Como chegamos a esse valor"
          rows={[
            { label: 'Parcela 1 de 6', value: 'R$ 389,00' },
            { label: 'Desconto de pontualidade', value: '− R$ 40,00', discount: true },
          ]}
          total={{ label: 'Total', value: 'R$ 349,00' }}
        />
      </Card>
      <CopyCode
        name="Código Pix"
        clip
        kind="tonal"
        value="00020126580014br.gov.bcb.pix0136exemplo-0000-0000-0000"
      />
      <CopyCode
        name="Linha digitável"
        nameShown
        kind="outline"
        value="00190.00009 01234.567004 00000.000000 5 12340000034900"
      />
      <Numbered
        steps={[
          'Copie o código.',
          'No app do seu banco, cole.',
          'Volte aqui. A confirmação aparece sozinha.',
        ]}
      />
      <Accordion id="secao-exemplo" title="Graduação" open>
        <p>Campos da seção.</p>
      </Accordion>
      <Disclosure summary="Mostrar QR Code">
        <QrPanel path={qrPath} size={33} label="QR Code do Pix (ilustrativo)" />
      </Disclosure>
      <ActionList
        items={[
          {
            icon: LayersIcon,
            title: 'Pagar somente a primeira parcela',
            note: 'R$ 349,00 agora.',
            href: '#parcela',
          },
          { icon: RepeatIcon, title: 'Tentar de novo', note: 'Digite só o CVV.', onClick: () => undefined },
        ]}
      />
      <ActionList
        done
        items={[{ icon: CheckCircleIcon, title: 'Documento de identidade', note: 'Aprovado em 20/11' }]}
      />
    </Section>
  );
}

export function FilesSection() {
  return (
    <Section title="Documentos">
      <DocumentList>
        <DocumentRow name="CPF" look="done" word="Aprovado" open={false} />
        <DocumentRow name="Título de eleitor" look="waiting" word="Em análise" open={false} />
        <DocumentRow
          name="Histórico escolar do ensino médio"
          look="refused"
          note="Recusado · Documento ilegível “A segunda página está escura.”"
          open
          onToggle={() => undefined}
        >
          <FileRow
            name="historico-pagina-2.jpg"
            icon={ImageIcon}
            meta="1,8 MB · enviado 19/11"
            tool={{ icon: EyeIcon, label: 'Ver historico-pagina-2.jpg', onClick: () => undefined }}
          />
          <FileRow
            name="conta-de-luz.pdf"
            meta="62% · 1,9 de 3,1 MB"
            progress={62}
            onCancel={() => undefined}
          />
          <FileRow
            name="conta-de-luz-verso-com-nome-muito-comprido.pdf"
            error="O envio falhou."
            onRetry={() => undefined}
            tool={{ icon: TrashIcon, label: 'Remover conta-de-luz-verso', onClick: () => undefined }}
          />
          <UploadActions>
            <Button kind="tonal" small icon={CameraIcon}>
              Tirar foto
            </Button>
            <Button kind="outline" small icon={UploadIcon}>
              Enviar arquivo
            </Button>
          </UploadActions>
        </DocumentRow>
      </DocumentList>
      <Facts
        facts={[
          { label: 'Turma', value: 'Noite, segunda a sexta', edit: '#turma' },
          { label: 'Início das aulas', value: '08/02/2027' },
        ]}
      />
      <Facts inline facts={[{ label: 'Cartão', value: 'final 0051' }]} />
    </Section>
  );
}

export function ProgressSection() {
  return (
    <Section title="Caminho">
      <TaskCard
        urgent
        chip={<StatusChip status="enrollment-pending">Matrícula pendente</StatusChip>}
        title="Enfermagem"
        facts={['Graduação · Campus Centro', 'Vestibular online']}
        ring={<RingProgress done={5} total={8} />}
        next="Falta o primeiro pagamento. Com ele, a vaga é sua."
        deadline={<Deadline remainingMs={4_320_000}>Até hoje, 23h59</Deadline>}
        action={
          <ButtonLink block href="#pagar">
            Pagar R$ 349,00
          </ButtonLink>
        }
        meta={['Inscrição nº 1042', '18/11/2026']}
      />
      <CourseList>
        {[
          <CourseCard
            key="ads"
            title="Análise e Desenvolvimento de Sistemas"
            meta={[{ text: 'Tecnólogo · 2,5 anos · EaD' }, { icon: PinIcon, text: 'Polo Norte' }]}
            price={{ lead: 'a partir de', value: 'R$ 219,00', unit: 'por mês' }}
            action={
              <ButtonLink kind="tonal" small href="#ver">
                Ver curso
              </ButtonLink>
            }
          />,
        ]}
      </CourseList>
      <Card look="flat">
        <StepList steps={steps} />
      </Card>
      <Card look="flat">
        <StepList steps={steps} aside />
      </Card>
      <ActionBar>
        <SaveLine state="saved" time="14:32" />
        <Button kind="outline" block icon={FileIcon}>
          Salvar e continuar
        </Button>
      </ActionBar>
    </Section>
  );
}
