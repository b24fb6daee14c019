-- Takes in the events of an export, in its folder. Together with events from the topics, each is there once.
insert into events
select topic, null, null, subject, position, id, type, time, key, data
from read_parquet('events/*.parquet')
on conflict do nothing;
