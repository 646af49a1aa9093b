-- What members read of the catalogue in their language, by language code: {"de": "Zahlungen"}. English is the title or
-- the name itself, which is what is compared. Null was never written; an operator's empty object stays empty.
alter table currency_tab add column names jsonb constraint tab_names check (jsonb_typeof(names) = 'object');
alter table coin_network add column names jsonb constraint network_names check (jsonb_typeof(names) = 'object');
