-- An index serves a comparison only in its own collation. These columns are compared with ids of charges and attempts,
-- whose collation is "C": each join would read the whole table.
alter table payer_data alter column charge_id type text collate "C";
alter table split_configs alter column charge_id type text collate "C";
alter table awaited_offers alter column attempt_id type text collate "C";
alter table awaited_offers alter column charge_id type text collate "C";
