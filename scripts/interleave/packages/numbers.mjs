// Decimals, fractions, big integers.

/** @type {import("../entry.ts").Entry[]} */
export const entries = [
  {
    name: "big.js",
    packages: { "big.js": "7.0.1" },
    async load() {
      const { default: Big } = await import("big.js");
      return {
        roots() {
          const out = [];
          for (const n of [2, 3, 5]) out.push(new Big(n).sqrt().toString());
          return out;
        },
        quotients() {
          const out = [];
          for (let i = 1; i < 5; i++)
            out.push(new Big(1).div(i * 7).toString(), new Big(i).div(3).round(3, 0).toString());
          return out;
        },
        powers() {
          let sum = new Big(0);
          for (let i = 1; i < 5; i++) sum = sum.plus(new Big("1.1").pow(-i)).mod("0.37");
          return [sum.toString(), sum.toExponential(4)];
        },
      };
    },
  },
  {
    name: "decimal.js",
    packages: { "decimal.js": "10.6.0" },
    async load() {
      const { Decimal } = await import("decimal.js");
      return {
        trigonometry() {
          const out = [];
          for (const x of [0.5, 2]) out.push(new Decimal(x).sin(), new Decimal(x).cos(), new Decimal(x).atan());
          return out.map(String);
        },
        logarithms() {
          const out = [];
          for (const x of [2, 10, 0.3]) out.push(new Decimal(x).ln(), new Decimal(x).exp(), new Decimal(x).log(3));
          return out.map(String);
        },
        roots() {
          let sum = new Decimal(0);
          for (let i = 2; i < 8; i++) sum = sum.plus(new Decimal(i).sqrt()).plus(new Decimal(i).cbrt()).div(i);
          return [sum.toString(), new Decimal("0.1").toFraction(100).map(String), sum.toBinary()];
        },
      };
    },
  },
  {
    name: "bignumber.js",
    packages: { "bignumber.js": "11.1.5" },
    async load() {
      const BigNumber = (await import("bignumber.js")).BigNumber.clone({ POW_PRECISION: 12 });
      return {
        roots() {
          const out = [];
          for (const n of [2, 3, 5]) out.push(new BigNumber(n).sqrt().toString());
          return out;
        },
        bases() {
          const out = [];
          for (let i = 1; i < 12; i++)
            out.push(new BigNumber("12345.678").div(i).toString(2 + i), new BigNumber(`zz.${i}`, 36).toString());
          return out;
        },
        powers() {
          let sum = new BigNumber(0);
          for (let i = 1; i < 30; i++) sum = sum.plus(new BigNumber("1.0123").pow(5 + (i % 4))).mod("3.7");
          return [sum.toString(), sum.toFormat(4), new BigNumber(3).pow(40, 1e9 + 7).toString()];
        },
      };
    },
  },
  {
    name: "fraction.js",
    packages: { "fraction.js": "5.3.4" },
    async load() {
      const { default: Fraction } = await import("fraction.js");
      return {
        sums() {
          let sum = new Fraction(0);
          const out = [];
          for (let i = 1; i < 12; i++) {
            sum = sum.add(new Fraction(1, i));
            out.push(sum.lcm([i, 6]).toString());
          }
          return [sum.toFraction(true), sum.toContinued().map(String), out];
        },
        divisors() {
          const out = [];
          for (let i = 7; i < 16; i++) {
            const one = new Fraction(i * 360, 1001);
            out.push(one.gcd(new Fraction(i, 210)).toFraction(), one.lcm([i + 1, 84]).toFraction());
          }
          return out;
        },
        powers() {
          const out = [];
          for (let i = 2; i < 9; i++) {
            out.push(new Fraction(i ** 3, 27).pow([2, 3])?.toFraction(), new Fraction(i ** 2).log(i)?.toString());
            out.push(new Fraction(1, i).gcd([i, 3]).toString(), new Fraction(Math.sqrt(i)).simplify(0.01).toLatex());
          }
          return out;
        },
      };
    },
  },
  {
    name: "mathjs",
    packages: { mathjs: "15.2.0" },
    async load() {
      const { all, create } = await import("mathjs");
      const math = create(all, {});
      return {
        algebra: () => [
          String(math.simplify("2 * x + x * 3 - (x - 1)")),
          String(math.derivative("sin(x)^2 / x", "x")),
          String(math.rationalize("1/x + x/(x+1)")),
        ],
        matrices: () => [
          math.format(math.evaluate("det([1,2;3,4]) * inv([1,2;3,5])")),
          math.format(
            math.lusolve(
              [
                [2, 1, 1],
                [1, 3, 2],
                [1, 0, 0],
              ],
              [4, 5, 6],
            ),
          ),
          math.format(
            math.eigs([
              [2, 1],
              [1, 3],
            ]).values,
            10,
          ),
        ],
        numbers: () => [
          math.format(math.bignumber(2).pow(0.5)),
          String(math.evaluate("5.08 cm to inch")),
          String(math.evaluate("f(x, y) = x ^ y; f(2, 10)")),
          math.format(math.evaluate("sqrt(3^2 + 4^2) + 2 i")),
          math.format(math.fraction(1, 3)),
        ],
      };
    },
  },
  {
    name: "bn.js",
    packages: { "bn.js": "5.2.5" },
    async load() {
      const { default: BN } = await import("bn.js");
      return {
        powers() {
          const red = BN.red("p192");
          const out = [];
          for (let i = 2; i < 6; i++) out.push(new BN(i).toRed(red).redPow(new BN(1234567)).fromRed().toString(16));
          return out;
        },
        quotients() {
          const out = [];
          const n = new BN("123456789012345678901234567890123456789");
          for (let i = 1; i < 10; i++)
            out.push(n.divmod(new BN(`98765432109876${i}`)).mod.toString(), n.muln(i).gcd(new BN(360)).toString());
          return out;
        },
        products() {
          let product = new BN(1);
          for (let i = 1; i < 60; i++) product = product.mul(new BN(i)).addn(i);
          return [
            product.toString(10),
            product.sqr().toString(36),
            product.invm(new BN("ffffffffffffffffffffffffffffff61", 16)).toString(),
          ];
        },
      };
    },
  },
  {
    name: "jsbi",
    packages: { jsbi: "4.3.2" },
    async load() {
      const { default: JSBI } = await import("jsbi");
      return {
        factorials() {
          let product = JSBI.BigInt(1);
          for (let i = 1; i < 50; i++) product = JSBI.multiply(product, JSBI.BigInt(i));
          return product.toString();
        },
        quotients() {
          const out = [];
          const n = JSBI.BigInt("123456789012345678901234567890123456789012345678901234567890");
          for (let i = 1; i < 12; i++)
            out.push(
              JSBI.divide(n, JSBI.BigInt(`98765432109876${i}`)).toString(),
              JSBI.remainder(n, JSBI.BigInt(i * 77)).toString(),
            );
          return out;
        },
        bits() {
          let n = JSBI.BigInt("0xdeadbeefcafebabe1234567890");
          for (let i = 1; i < 30; i++)
            n = JSBI.bitwiseXor(JSBI.leftShift(n, JSBI.BigInt(3)), JSBI.signedRightShift(n, JSBI.BigInt(i)));
          return [
            n.toString(16),
            JSBI.asIntN(64, n).toString(),
            JSBI.exponentiate(JSBI.BigInt(3), JSBI.BigInt(99)).toString(),
          ];
        },
      };
    },
  },
];
