-- version: 1
-- Returns when all that is in the write-ahead log by now is on disk. For wait_ms it leaves the flush to others: each
-- commit that waits takes along what is before it, and the walwriter flushes within three times wal_writer_delay.
create or replace function await_flush(wait_ms integer) returns void language plpgsql as $$
declare
  written constant pg_lsn := pg_current_wal_insert_lsn();
  waited_ms integer := 0;
  pause_ms integer := 1;
begin
  while pg_current_wal_flush_lsn() < written loop
    if waited_ms >= wait_ms then
      -- A message that is written and flushed takes everything before it along; PostgreSQL 17 and later can do that.
      perform pg_logical_emit_message(false, 'await_flush', '', true);
      return;
    end if;
    pause_ms := least(pause_ms, wait_ms - waited_ms);
    perform pg_sleep(pause_ms / 1000.0);
    waited_ms := waited_ms + pause_ms;
    pause_ms := pause_ms * 2;
  end loop;
end
$$;
