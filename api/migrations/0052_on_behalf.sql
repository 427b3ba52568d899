-- A corrected identity is proven by a paper; a contact by how it was made sure who asks (spec 25.6.3).
alter table person_correction drop constraint person_correction_identity_check_check;
alter table person_correction add constraint person_correction_identity_check_check check (identity_check in (
  'in-person', 'document', 'call-back', 'identity-card', 'civil-record', 'cpf-record', 'foreign-document',
  'court-order'));
