-- A consent that somebody gave at the institution's front desk.
alter table consent drop constraint consent_channel_check;
alter table consent add constraint consent_channel_check check (channel in ('sign-up', 'profile', 'banner', 'whatsapp',
  'front-desk'));

alter table act_on_behalf drop constraint act_on_behalf_act_check;
alter table act_on_behalf add constraint act_on_behalf_act_check check (act in ('course-changed', 'exam-score-asked',
  'document-sent', 'document-covered', 'disciplines-chosen', 'section-saved', 'deadline-extended', 'discount-given',
  'applied'));
