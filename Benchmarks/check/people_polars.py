"""The same rules in polars: people_polars.py FILE CODES."""

import sys

import polars

path, codes_path = sys.argv[1:3]
with open(codes_path) as file:
    codes = file.read().split()
column = polars.col
columns = "id name email age weight country joined".split()


def bad(good):
    return (~good.fill_null(False)).sum()


def number(name, kind, low, high):
    return column(name).cast(kind, strict=False).is_between(low, high)


people = polars.scan_csv(
    path, schema={name: polars.String for name in columns}, empty_string_is_null=False
)
counts = people.select(
    rows=polars.len(),
    id=bad(column("id").cast(polars.Int64, strict=False).is_not_null()),
    repeated=polars.len() - column("id").n_unique(),
    name=bad(column("name") != ""),
    email=bad(column("email").str.contains(r"^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$")),
    age=bad(column("age").str.contains(r"^-?\d+$") & number("age", polars.Int64, 0, 120)),
    weight=bad(number("weight", polars.Float64, 0, 500)),
    country=bad(column("country").is_in(codes)),
    joined=bad(
        column("joined").str.contains(r"^\d{4}-\d{2}-\d{2}$")
        & column("joined").str.to_date("%Y-%m-%d", strict=False).is_not_null()
    ),
).collect().to_dicts()[0]
other = sum(counts[name] for name in ("id", "repeated", "name", "email", "weight"))
print("rows={rows} age={age} country={country} joined={joined}".format(**counts), f"other={other}")
