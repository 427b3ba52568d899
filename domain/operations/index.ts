export {
  carries,
  type Family,
  families,
  familyOf,
  type PartOf,
  type Scope,
  scopesOfFamily,
} from './scopes.ts';
