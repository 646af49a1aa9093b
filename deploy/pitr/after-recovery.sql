-- What a database asks for that was put back to an earlier moment, before a server of it is started: as its owner,
-- psql -v ON_ERROR_STOP=1 -f after-recovery.sql DATABASE. npm run restore does the same.
-- Receivers of webhooks are notified of nothing that happens in it. Where it takes the place of the database that was
-- lost, two owners switch them on again.
update webhook_endpoint set enabled = false where enabled;
-- Messages that were written after that moment were delivered under the numbers that come next, and receivers drop what
-- has the number of one before. The time in milliseconds is beyond all of them, of earlier recoveries too.
select setval('webhook_message_id_seq', greatest(last_value, (extract(epoch from clock_timestamp()) * 1000)::bigint))
  from webhook_message_id_seq;
