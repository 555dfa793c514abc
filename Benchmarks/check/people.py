"""Writes the people file of the benchmark: people.py ROWS FILE.

The seed is fixed, so a file of so many rows is always the same. Beside it go FILE.expected.json
(the number of bad cells in each column) and codes.txt (the legal country codes).
"""

import collections
import datetime
import json
import os
import random
import string
import sys

FIRST = """Ann Bob Carla Dmitri Elena Farid Grace Hiro Ines José Kwame Lars Mei Nadia Omar Priya
Quinn Rosa Søren Tariq Uma Viktor Wen Ximena Yusuf Zoë""".split()
LAST = """Smith Müller García O'Brien Nguyen Kowalski Rossi Dubois Ivanov Tanaka Okafor Andersson
Haddad Costa Novák Kim Petrov Lindqvist Moreau Silva""".split()
DOMAINS = "example.com example.org mail.example.net corp.example.co.uk".split()
BAD_AGES = ["-1", "121", "999", "abc", "12.5", "1e2", ""]
BAD_COUNTRIES = ["XX", "ZZ", "QQ", "us", ""]
BAD_DATES = ["2021-02-30", "2021-13-01", "01/02/2020", "20200101", "2019-00-10", ""]
SHARE_OF_BAD_CELLS = 0.001
FIRST_DAY = datetime.date(2000, 1, 1).toordinal()


def country_codes():
    """200 of the pairs of capitals, without those that serve as bad codes."""
    dice = random.Random(7)
    pairs = [a + b for a in string.ascii_uppercase for b in string.ascii_uppercase]
    dice.shuffle(pairs)
    return sorted(dice.sample(sorted(p for p in pairs if p not in BAD_COUNTRIES), 200))


def person(number, codes, dice, bad):
    """One line. The order of the draws is part of the file's definition."""
    first, last = dice.choice(FIRST), dice.choice(LAST)
    name, style = f"{first} {last}", dice.random()
    if style < 0.05:
        name = f'"{last}, {first}"'
    elif style < 0.055:
        name = f'"{first} ""{first[0]}"" {last}"'
    email = f"user{number}@{dice.choice(DOMAINS)}"

    def sometimes(column, good, bad_ones):
        if dice.random() >= SHARE_OF_BAD_CELLS:
            return good
        bad[column] += 1
        return dice.choice(bad_ones)

    age = sometimes("age", str(dice.randint(0, 120)), BAD_AGES)
    weight = f"{dice.uniform(2, 180):.3f}"
    country = sometimes("country", dice.choice(codes), BAD_COUNTRIES)
    day = datetime.date.fromordinal(FIRST_DAY + dice.randrange(9000)).isoformat()
    joined = sometimes("joined", day, BAD_DATES)
    return f"{number},{name},{email},{age},{weight},{country},{joined}\n"


def main():
    rows, path = int(sys.argv[1]), sys.argv[2]
    codes, dice, bad = country_codes(), random.Random(20240501), collections.Counter()
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write("id,name,email,age,weight,country,joined\n")
        for number in range(1, rows + 1):
            file.write(person(number, codes, dice, bad))
    with open(os.path.join(os.path.dirname(path), "codes.txt"), "w") as file:
        file.write("\n".join(codes) + "\n")
    with open(path + ".expected.json", "w") as file:
        json.dump({"rows": rows, **{column: bad[column] for column in ("age", "country", "joined")}}, file)


main()
