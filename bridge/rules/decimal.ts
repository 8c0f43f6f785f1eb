// Exact numbers, as people count: 0.3 is a multiple of 0.1. parseExact bounds the exponents, so that a number never has more
// than some hundred digits.

import { type Exact, isItems, Numeral } from "../message/exact.js";

/** A JSON number: digits × 10^exponent, where the digits do not end in a zero. */
export class Decimal {
  readonly digits: bigint;
  readonly exponent: number;

  constructor({ literal }: Numeral) {
    const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e");
    const [whole = "", fraction = ""] = mantissa.split(".");
    const digits = `${whole}${fraction}`;
    const ends = digits.length - digits.replace(/0+$/, "").length;
    this.digits = BigInt(digits.slice(0, digits.length - ends).replace(/^-?$/, "0"));
    this.exponent = this.digits === 0n ? 0 : Number(exponent) - fraction.length + ends;
  }

  get isWhole(): boolean {
    return this.exponent >= 0;
  }

  /** The same text for equal numbers. */
  get key(): string {
    return `${this.digits}e${this.exponent}`;
  }

  /** Negative, 0 or positive. */
  compare(other: Decimal): number {
    const [a, b] = aligned(this, other);
    return a < b ? -1 : a > b ? 1 : 0;
  }

  isMultipleOf(step: Decimal): boolean {
    const [a, b] = aligned(this, step);
    return b > 0n && a % b === 0n;
  }

  /** The greatest whole number that is not above the number. */
  get floor(): bigint {
    if (this.isWhole) {
      return this.digits * 10n ** BigInt(this.exponent);
    }
    const unit = 10n ** BigInt(-this.exponent);
    return this.digits / unit - (this.digits < 0n ? 1n : 0n);
  }
}

/** Reports whether two JSON values are equal: 1 and 1.0 are. */
export function isEqual(a: Exact, b: Exact): boolean {
  if (a instanceof Numeral && b instanceof Numeral) {
    return new Decimal(a).key === new Decimal(b).key;
  } else if (isItems(a) && isItems(b)) {
    return a.length === b.length && a.every((item, i) => isEqual(item, b[i]!));
  } else if (a instanceof Map && b instanceof Map) {
    return a.size === b.size && [...a].every(([name, value]) => b.has(name) && isEqual(value, b.get(name)!));
  }
  return a === b;
}

const LARGEST = new Decimal(new Numeral("9007199254740991"));
const SMALLEST = new Decimal(new Numeral("-9007199254740991"));

function aligned(a: Decimal, b: Decimal): [bigint, bigint] {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (number: Decimal): bigint => number.digits * 10n ** BigInt(number.exponent - exponent);
  return [scaled(a), scaled(b)];
}

// The smallest normal number of floating point: it has all its digits.
const SMALLEST_NORMAL = 2 ** -1022;

/**
 * Reports whether a number keeps its value in readers of JSON that know only floating point, such as JSON.parse. A whole
 * number must be within 2^53-1 if it is demanded or has plain digits. A fraction may be rounded to the digits of floating point.
 */
export function isInteroperable(number: Numeral, isWhole: boolean): boolean {
  const exact = new Decimal(number);
  const float = Number(number.literal);
  const isSafe = exact.compare(LARGEST) <= 0 && exact.compare(SMALLEST) >= 0;
  if (!Number.isFinite(float)) {
    return false;
  } else if (isSafe && (exact.digits === 0n || Math.abs(float) >= SMALLEST_NORMAL)) {
    return true;
  } else if (!isSafe && (isWhole || !/[.e]/i.test(number.literal))) {
    return false;
  }
  return exact.compare(new Decimal(new Numeral(String(float)))) === 0;
}
