import { Choice, Choices } from '@orbita/ui/choice';
import { askTexts } from '../texts/subscription-acts.ts';

const CHECKS = ['in-person', 'document', 'call-back'] as const;
export type IdentityCheck = (typeof CHECKS)[number];

const t = askTexts.contact;

/** How the requester's identity was checked (spec 25.6.3). */
export const IdentityChecks = ({
  value,
  onChange,
}: {
  value: IdentityCheck;
  onChange: (next: IdentityCheck) => void;
}) => (
  <Choices legend={t.check}>
    {CHECKS.map((one) => (
      <Choice
        key={one}
        name="identity-check"
        checked={value === one}
        onChange={() => onChange(one)}
        title={t.checks[one]}
      />
    ))}
  </Choices>
);
