-- When the gateway of text messages reported that the phone has it; a message without a report keeps null.
alter table notification add column delivered_at timestamptz;
