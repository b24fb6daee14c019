"""Tells whether two DuckDB files hold the same events and the same offsets: python3 compare_tables.py a.duckdb b.duckdb"""

import sys

import duckdb

db = duckdb.connect()
for name, file in zip("ab", sys.argv[1:]):
    db.execute(f"attach '{file}' as {name} (read_only)")

differ = 0
for table in ("events", "offsets"):
    for one, other in ("ab", "ba"):
        query = f"select count(*) from (from {one}.{table} except all from {other}.{table})"
        only_here = db.execute(query).fetchall()[0][0]
        differ += only_here
        print(f"{table}: {only_here} rows in {one} alone")
sys.exit(differ > 0)
