-- The institution takes a discount of one person away again.
alter table act_on_behalf drop constraint act_on_behalf_act_check;
alter table act_on_behalf add constraint act_on_behalf_act_check check (act in ('course-changed', 'exam-score-asked',
  'document-sent', 'document-covered', 'disciplines-chosen', 'section-saved', 'deadline-extended', 'discount-given',
  'discount-withdrawn', 'applied'));
