"""Writes the file of the validators benchmark: records.py ROWS FILE.

One column for each validator that is measured, all cells right. The seed is fixed, so a file of so
many rows is always the same.
"""

import datetime
import random
import sys
import uuid


def ean(digits):
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits, start=0 if len(digits) % 2 == 0 else 1))
    return digits + str(-total % 10)


def luhn(digits):
    total = 0
    for place, digit in enumerate(reversed(digits)):
        double = int(digit) * (2 if place % 2 == 0 else 1)
        total += double - 9 if double > 9 else double
    return digits + str(-total % 10)


def iban(dice):
    body = "".join(dice.choice("0123456789") for _ in range(18))
    check = 98 - int(body + "131400") % 97
    return f"DE{check:02}{body}"


def isbn(dice):
    return ean("978" + "".join(dice.choice("0123456789") for _ in range(9)))


def record(number, dice):
    day = datetime.datetime(2000, 1, 1) + datetime.timedelta(seconds=dice.randrange(10**9))
    return {
        "email": f"user{number}@{dice.choice(['example.com', 'mail.example.org'])}",
        "url": f"https://www.example.com/{number}/page?x={dice.randrange(1000)}",
        "hostname": f"host{number}.example.com",
        "ipv4": ".".join(str(dice.randrange(256)) for _ in range(4)),
        "uuid": str(uuid.UUID(int=dice.getrandbits(128))),
        "slug": f"post-{number}-of-many",
        "semver": f"{dice.randrange(20)}.{dice.randrange(20)}.{dice.randrange(20)}-rc.{dice.randrange(9)}",
        "iso_datetime": day.isoformat() + "Z",
        "country_alpha2": dice.choice(["NZ", "US", "GB", "DE", "FR", "JP", "BR", "IN", "ZA", "KE"]),
        "isbn13": isbn(dice),
        "iban": iban(dice),
        "credit_card": luhn("4" + "".join(dice.choice("0123456789") for _ in range(14))),
        "color_hex": f"#{dice.randrange(1 << 24):06x}",
        "phone_e164": f"+44{dice.randrange(10**9, 10**10)}",
        "latitude": f"{dice.uniform(-90, 90):.5f}",
        "lower": dice.choice(["ann smith", "bob jones", "carla garcia", "dmitri ivanov"]),
        "trimmed": dice.choice(["Ann Smith", "Bob Jones", "Carla Garcia", "Dmitri Ivanov"]),
        "single_line": dice.choice(["Ann Smith", "Bob Jones", "Carla Garcia", "Dmitri Ivanov"]),
    }


def main():
    rows, path = int(sys.argv[1]), sys.argv[2]
    dice = random.Random(20240501)
    with open(path, "w", encoding="ascii", newline="") as file:
        for number in range(1, rows + 1):
            cells = record(number, dice)
            if number == 1:
                file.write(",".join(cells) + "\n")
            file.write(",".join(cells.values()) + "\n")


main()
