"""Prints the result of a query as JSON: python3 query.py events.duckdb 'select …'"""

import json
import sys

import duckdb

with duckdb.connect(sys.argv[1], read_only=True) as db:
    result = db.execute(sys.argv[2])
    names = [column[0] for column in result.description]
    print(json.dumps([dict(zip(names, row)) for row in result.fetchall()], default=str))
