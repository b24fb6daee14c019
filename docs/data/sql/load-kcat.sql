-- Takes in what kcat writes, a line for each message; see docs/data/README.md. Again with the same or more, it adds what is new.
-- A header is `name=value`, and no value of ours has a comma. The message's value begins with the schema's id as a number.
create or replace macro header(headers, name) as regexp_extract(headers, '(^|,)' || name || '=([^,]*)', 2);

insert into events
select
  topic, "partition", "offset",
  header(headers, 'ce_subject'), cast(header(headers, 'ce_position') as bigint), header(headers, 'ce_id'),
  header(headers, 'ce_type'), cast(header(headers, 'ce_time') as timestamp), key, substr(value, strpos(value, '{'))
from read_csv(
  '/dev/stdin', delim = '\t', quote = '', escape = '', header = false, auto_detect = false, max_line_size = 2097152,
  columns = {topic: 'varchar', "partition": 'integer', "offset": 'bigint', key: 'varchar', headers: 'varchar', value: 'varchar'}
)
on conflict do nothing;
