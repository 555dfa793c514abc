"""The same rules in DuckDB: people_duckdb.py FILE CODES."""

import sys

import duckdb

path, codes_path = sys.argv[1:3]
with open(codes_path) as file:
    codes = ", ".join(f"'{code}'" for code in file.read().split())
rows, age, country, joined, other = duckdb.connect().execute(
    rf"""
    select count(*),
      count(*) filter (not coalesce(
        regexp_full_match(age, '-?\d+') and try_cast(age as bigint) between 0 and 120, false)),
      count(*) filter (not country in ({codes})),
      count(*) filter (not coalesce(
        regexp_full_match(joined, '\d{{4}}-\d{{2}}-\d{{2}}')
        and try_cast(joined as date) is not null, false)),
      count(*) filter (try_cast(id as bigint) is null) + count(*) - count(distinct id)
        + count(*) filter (name = '')
        + count(*) filter (
            not regexp_full_match(email, '[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{{2,}}'))
        + count(*) filter (not coalesce(try_cast(weight as double) between 0 and 500, false))
    from read_csv(?, header = true, all_varchar = true, force_not_null =
      ['id', 'name', 'email', 'age', 'weight', 'country', 'joined'])
    """,
    [path],
).fetchone()
print(f"rows={rows} age={age} country={country} joined={joined} other={other}")
