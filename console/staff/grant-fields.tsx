import { ROLES, type Role, roles } from '@orbita/domain/staff';
import { Check } from '@orbita/ui/check';
import { FieldError } from '@orbita/ui/field';
import { Segmented } from '@orbita/ui/segmented';
import { useMe } from '../base/me.ts';
import { teamTexts as t } from '../texts/team.ts';
import { type GivenGrant, reachOf, withPlaces, withRole } from './grants.ts';

type GrantFieldsProps = {
  grants: readonly GivenGrant[];
  onChange: (grants: GivenGrant[]) => void;
  /** No role has been chosen. */
  missing?: boolean;
};

/** Roles with their descriptions, and for each granted one the institutions it applies to. */
export function GrantFields({ grants, onChange, missing }: GrantFieldsProps) {
  const reach = reachOf(useMe());
  return (
    <fieldset className="stack stack--tight">
      <legend className="field__label">{t.roles}</legend>
      {ROLES.map((role) => {
        const grant = grants.find((one) => one.role === role);
        return (
          <div key={role} className="stack stack--tight">
            <Check
              checked={grant !== undefined}
              onChange={(event) => onChange(withRole(grants, role, event.currentTarget.checked, reach))}
            >
              <b>{roles[role].label}</b>
              <small className="meta">{roles[role].description}</small>
            </Check>
            {grant && (reach.all || reach.institutions.length > 1) && (
              <Places
                role={role}
                grant={grant}
                reach={reach}
                onChange={(places) => onChange(withPlaces(grants, role, places))}
              />
            )}
          </div>
        );
      })}
      {missing && <FieldError>{t.rolesMissing}</FieldError>}
    </fieldset>
  );
}

type PlacesProps = {
  role: Role;
  grant: GivenGrant;
  reach: ReturnType<typeof reachOf>;
  onChange: (institutions: string[] | null) => void;
};

function Places({ role, grant, reach, onChange }: PlacesProps) {
  const chosen = grant.institutions;
  return (
    <div className="grant-places stack stack--tight" data-missing={chosen?.length === 0 || undefined}>
      {reach.all && reach.institutions.length > 1 && (
        <Segmented
          legend={t.where(roles[role].label)}
          value={chosen ? 'some' : 'all'}
          options={[
            { value: 'all', label: t.inAll },
            { value: 'some', label: t.inSome },
          ]}
          onChange={(event) => onChange(event.currentTarget.value === 'all' ? null : [])}
        />
      )}
      {chosen && (
        <fieldset>
          <legend className="visually-hidden">{t.where(roles[role].label)}</legend>
          {reach.institutions.map(({ code, acronym, name }) => (
            <Check
              key={code}
              checked={chosen.includes(code)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked ? [...chosen, code] : chosen.filter((one) => one !== code),
                )
              }
            >
              {acronym} <span className="muted">{name}</span>
            </Check>
          ))}
          {chosen.length === 0 && <p className="meta">{t.placesMissing}</p>}
        </fieldset>
      )}
    </div>
  );
}
