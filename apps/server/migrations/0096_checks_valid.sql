-- The checks of 0041 and 0095 hold for all rows, not for new ones alone. Validated apart: the tables stay readable and writable meanwhile.

alter table option_order validate constraint begins_by_its_rules;
alter table option_order validate constraint exit_named_once;
alter table option_order validate constraint open_has_no_exit;
alter table option_order validate constraint line_on_tape;
alter table option_order validate constraint exit_mark_on_tape;
alter table spot_fill validate constraint limits_finite;
alter table flash_exchange validate constraint limits_finite;
alter table flash_exchange_leg validate constraint limits_finite;
