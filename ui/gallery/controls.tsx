import { useState } from 'react';
import { Button, ButtonLink } from '../button.tsx';
import { Check } from '../check.tsx';
import { Choice, Choices } from '../choice.tsx';
import { CodeInput } from '../code-input.tsx';
import { CopyButton } from '../copy-code.tsx';
import { dateMask } from '../date-masks.ts';
import { ErrorSummary } from '../error-summary.tsx';
import { Field } from '../field.tsx';
import { Filter, Filters } from '../filters.tsx';
import { PixIcon } from '../icons/pix.tsx';
import { PrinterIcon } from '../icons/printer.tsx';
import { LinkAction } from '../link-action.tsx';
import { MaskedInput } from '../masked-input.tsx';
import { cepMask, cpfMask } from '../masks.ts';
import { PasswordInput } from '../password-input.tsx';
import { phoneMask } from '../phone-mask.ts';
import { RulesList } from '../rules-list.tsx';
import { SearchInput } from '../search-input.tsx';
import { Segmented } from '../segmented.tsx';
import { Select } from '../select.tsx';
import { TextArea } from '../text-area.tsx';
import { TextInput } from '../text-input.tsx';
import { Section } from './section.tsx';

export function ButtonsSection() {
  return (
    <Section title="Botões">
      <Button block>Salvar e continuar</Button>
      <Button block busy="Processando pagamento…">
        Pagar
      </Button>
      <Button block disabled>
        Aceitar contrato
      </Button>
      <ButtonLink kind="tonal" block href="#redacao">
        Fazer redação
      </ButtonLink>
      <Button kind="outline" block icon={PrinterIcon}>
        Imprimir boleto
      </Button>
      <Button kind="danger" block>
        Confirmar cancelamento
      </Button>
      <div className="row">
        <Button kind="quiet">Voltar</Button>
        <LinkAction>Reenviar código</LinkAction>
      </div>
      <CopyButton value="00020126" kind="tonal" />
    </Section>
  );
}

export function FieldsSection() {
  const [cpf, setCpf] = useState('111.444.777-3');
  return (
    <Section title="Campos">
      <Field label="Celular" hint="Com DDD" id="celular">
        <MaskedInput mask={phoneMask} defaultValue="31900000001" autoComplete="tel" />
      </Field>
      <Field label="CPF" id="cpf" error="CPF inválido. Informe os 11 números.">
        <MaskedInput mask={cpfMask} value={cpf} onChange={(event) => setCpf(event.currentTarget.value)} />
      </Field>
      <Field label="CEP" ok="Endereço encontrado">
        <MaskedInput mask={cepMask} defaultValue="30110000" autoComplete="postal-code" />
      </Field>
      <Field label="Data de nascimento" why="Para alterar este dado, fale com a instituição.">
        <MaskedInput mask={dateMask} defaultValue="2009-03-14" readOnly />
      </Field>
      <Field label="Gênero">
        <Select
          placeholder="Selecione"
          options={[
            { value: 'F', label: 'Feminino' },
            { value: 'M', label: 'Masculino' },
          ]}
        />
      </Field>
      <Field label="Senha">
        <PasswordInput defaultValue="Exemplo12!" autoComplete="new-password" />
      </Field>
      <RulesList
        label="A senha precisa ter"
        rules={[
          { text: 'No mínimo 8 caracteres', met: true },
          { text: 'Caractere especial, como ! @ #', met: false },
        ]}
      />
    </Section>
  );
}

export function ChoicesSection() {
  return (
    <Section title="Escolhas">
      <Choices legend="Forma de ingresso" legendHidden>
        <Choice
          name="ing"
          value="1"
          defaultChecked
          title="Redação online"
          note="1 hora, quando você quiser"
        />
        <Choice
          name="ing"
          value="2"
          title="Nota do ENEM"
          note="Análise em cerca de 20 minutos"
          end={<PixIcon />}
        />
        <Choice name="ing" value="3" disabled title="Prova agendada" note="Lotado" />
      </Choices>
      <Check defaultChecked>Lembrar de mim</Check>
      <Check error="Aviso de Privacidade: Obrigatório." id="privacidade">
        Li o <a href="#aviso">Aviso de Privacidade</a>
      </Check>
      <Field label="Digite o código de 6 dígitos" error="Código inválido.">
        <CodeInput defaultValue="482719" />
      </Field>
      <Segmented
        legend="Documento"
        defaultValue="cpf"
        options={[
          { value: 'cpf', label: 'CPF' },
          { value: 'rne', label: 'RNE' },
          { value: 'passport', label: 'Passaporte' },
        ]}
      />
      <Field label="Buscar curso">
        <SearchInput placeholder="Nome do curso" />
      </Field>
      <Filters label="Filtros">
        <Filter pressed>Graduação</Filter>
        <Filter>Extensão</Filter>
        <Filter opens>Modalidade</Filter>
      </Filters>
      <Field label="Nome social" optional hint="Nome pelo qual você se identifica e quer ser chamado(a)">
        <TextInput autoComplete="off" />
      </Field>
      <Field label="Motivo" optional>
        <TextArea />
      </Field>
      <SummaryDemo />
    </Section>
  );
}

function SummaryDemo() {
  const [count, setCount] = useState(0);
  const errors = [
    { id: 'celular', message: 'Celular: inválido. Use DDD e 9 números.' },
    { id: 'cpf', message: 'CPF: inválido. Informe os 11 números.' },
  ];
  return (
    <>
      <Button kind="outline" block onClick={() => setCount(count + 1)}>
        Mostrar resumo de erros
      </Button>
      <ErrorSummary errors={count > 0 ? errors : []} focusOn={count} />
    </>
  );
}
