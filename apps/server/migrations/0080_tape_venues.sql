-- A tick names the venue that it was traded at: with several venues behind one feed the tape must say which (docs/TAPE.md). What was written before
-- keeps to the new rule too; it is checked on every new row, and on those of before in 0081.

alter table tick drop constraint tick_source_check;
alter table tick add constraint tick_source check (source ~ '^[a-z][a-z0-9-]{0,31}$') not valid;
