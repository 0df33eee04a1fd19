// Compression, images, hashes, ciphers, binary formats; words.
const bytes = (count, seed) => Uint8Array.from({ length: count }, (_, i) => ((i * i * seed) >> 3) & 63);
const text = (seed) => "the quick brown fox jumps over the lazy dog ".repeat(3 + seed);

/** @type {import("../entry.ts").Entry[]} */
export const entries = [
  {
    name: "fflate",
    packages: { fflate: "0.8.3" },
    async load() {
      const { deflateSync, gunzipSync, gzipSync, inflateSync, strToU8, unzipSync, zipSync, zlibSync } = await import(
        "fflate"
      );
      return {
        deflated() {
          const small = deflateSync(bytes(600, 3), { level: 9 });
          return [small, inflateSync(small)];
        },
        zipped() {
          const all = zipSync({
            a: [strToU8(text(1)), { mtime: 1e12 }],
            b: [bytes(300, 5), { mtime: 1e12, level: 1 }],
          });
          return [all, unzipSync(all)];
        },
        gzipped() {
          const small = gzipSync(strToU8(text(4)), { mtime: 1 });
          return [small, gunzipSync(small), zlibSync(bytes(500, 7))];
        },
      };
    },
  },
  {
    name: "lz-string",
    packages: { "lz-string": "1.5.0" },
    async load() {
      const { default: LZString } = await import("lz-string");
      return {
        base64() {
          const small = LZString.compressToBase64(text(2));
          return [small, LZString.decompressFromBase64(small)];
        },
        utf16() {
          const small = LZString.compressToUTF16(text(3));
          return [small, LZString.decompressFromUTF16(small)];
        },
        address() {
          const small = LZString.compressToEncodedURIComponent(text(1));
          return [small, LZString.decompressFromEncodedURIComponent(small), LZString.compress("aaaabaaaab")];
        },
      };
    },
  },
  {
    name: "pngjs",
    packages: { pngjs: "7.0.0" },
    async load() {
      const { PNG } = await import("pngjs");
      const image = (width, height, seed) => {
        const png = new PNG({ width, height });
        png.data.set(bytes(width * height * 4, seed));
        return png;
      };
      return {
        written: () => PNG.sync.write(image(9, 7, 3)),
        read: () => PNG.sync.read(PNG.sync.write(image(8, 6, 5), { filterType: 4 })).data,
        grey: () => PNG.sync.read(PNG.sync.write(image(12, 5, 7), { colorType: 0, deflateLevel: 2 })).data,
      };
    },
  },
  {
    name: "jpeg-js",
    packages: { "jpeg-js": "0.4.4" },
    async load() {
      const { default: jpeg } = await import("jpeg-js");
      const image = (width, height, seed) => ({ width, height, data: bytes(width * height * 4, seed) });
      return {
        fine: () => jpeg.encode(image(16, 8, 3), 90).data,
        coarse: () => jpeg.encode(image(9, 17, 5), 20).data,
        decoded: () => jpeg.decode(jpeg.encode(image(12, 8, 7), 60).data).data,
      };
    },
  },
  {
    name: "crypto-js",
    packages: { "crypto-js": "4.2.0" },
    async load() {
      const { default: C } = await import("crypto-js");
      // The package writes to the keys that it is given.
      const key = () => C.enc.Hex.parse("000102030405060708090a0b0c0d0e0f");
      return {
        hashes: () =>
          [C.MD5(text(1)), C.SHA1(text(2)), C.SHA256(text(3)), C.SHA3("a"), C.RIPEMD160(text(1))].map(String),
        ciphers() {
          const all = C.AES.encrypt(text(1), key(), { iv: key() });
          return [
            all.toString(),
            C.AES.decrypt(all, key(), { iv: key() }).toString(C.enc.Utf8),
            C.Rabbit.encrypt("abc", key(), { iv: key() }).toString(),
          ];
        },
        derived: () =>
          [
            C.PBKDF2("pass", "salt", { iterations: 3 }),
            C.HmacSHA512(text(1), "key"),
            C.TripleDES.encrypt("text", key(), { iv: key(), mode: C.mode.CTR, padding: C.pad.NoPadding }).ciphertext,
          ].map(String),
      };
    },
  },
  {
    name: "tweetnacl",
    packages: { tweetnacl: "1.0.3" },
    async load() {
      const { default: nacl } = await import("tweetnacl");
      const key = bytes(32, 3);
      return {
        box: () => [
          nacl.secretbox(bytes(100, 5), bytes(24, 7), key),
          nacl.secretbox.open(nacl.secretbox(bytes(50, 3), bytes(24, 5), key), bytes(24, 5), key),
        ],
        hash: () => [nacl.hash(bytes(300, 3)), nacl.hash(bytes(10, 5)), nacl.verify(key, bytes(32, 3))],
        shared: () => nacl.scalarMult.base(key),
      };
    },
  },
  {
    name: "bcryptjs",
    packages: { bcryptjs: "3.0.3" },
    async load() {
      const { default: bcrypt } = await import("bcryptjs");
      return {
        first: () => bcrypt.hashSync("first", "$2b$04$abcdefghijklmnopqrstuu"),
        other: () => bcrypt.hashSync("other password", "$2b$04$zyxwvutsrqponmlkjihgfe"),
        compared: () => bcrypt.compareSync("third", bcrypt.hashSync("third", "$2b$04$ABCDEFGHIJKLMNOPQRSTUu")),
      };
    },
  },
  {
    name: "@noble/hashes",
    packages: { "@noble/hashes": "2.4.0" },
    async load() {
      const { sha256, sha512 } = await import("@noble/hashes/sha2.js");
      const { keccak_256 } = await import("@noble/hashes/sha3.js");
      const { blake2b } = await import("@noble/hashes/blake2.js");
      const { hmac } = await import("@noble/hashes/hmac.js");
      const { pbkdf2 } = await import("@noble/hashes/pbkdf2.js");
      return {
        sha2: () => [sha256(bytes(300, 3)), sha512(bytes(200, 5))],
        sha3: () => [keccak_256(bytes(150, 7)), blake2b(bytes(140, 3), { dkLen: 20 })],
        derived: () => [
          hmac(sha256, bytes(70, 3), bytes(99, 5)),
          pbkdf2(sha512, bytes(8, 3), bytes(8, 5), { c: 3, dkLen: 70 }),
        ],
      };
    },
  },
  {
    name: "node-forge",
    packages: { "node-forge": "1.4.3" },
    async load() {
      const { default: forge } = await import("node-forge");
      const digest = (kind, data) => {
        const md = forge.md[kind].create();
        md.update(data);
        return md.digest().toHex();
      };
      return {
        hashes: () => [
          digest("sha256", text(1)),
          digest("sha512", text(2)),
          digest("md5", text(3)),
          digest("sha1", text(1)),
        ],
        ciphers() {
          const cipher = forge.cipher.createCipher("AES-CBC", "0123456789abcdef");
          cipher.start({ iv: "fedcba9876543210" });
          cipher.update(forge.util.createBuffer(text(1)));
          cipher.finish();
          return cipher.output.toHex();
        },
        derived() {
          const cipher = forge.cipher.createCipher("AES-GCM", "abcdef9876543210");
          cipher.start({ iv: "123456789012" });
          cipher.update(forge.util.createBuffer("some text"));
          cipher.finish();
          return [
            cipher.output.toHex(),
            cipher.mode.tag.toHex(),
            forge.util.bytesToHex(forge.pkcs5.pbkdf2("pass", "salt", 3, 20)),
            forge.rc2.createEncryptionCipher("key").constructor.name,
          ];
        },
      };
    },
  },
  {
    name: "@msgpack/msgpack",
    packages: { "@msgpack/msgpack": "3.1.3" },
    async load() {
      const { decode, encode } = await import("@msgpack/msgpack");
      const value = (n) => ({
        n,
        s: `text${n}é`,
        list: Array.from({ length: 6 }, (_, i) => ({ i: i * n, f: i / 3, b: i % 2 === 0, z: null })),
        d: new Date(n * 1e6),
      });
      return {
        encoded: () => encode(value(1)),
        decoded: () => decode(encode(value(2))),
        both: () => [encode([value(3), bytes(20, 3)]), decode(encode({ a: [[[[1]]], -5, 2 ** 40] }))],
      };
    },
  },
  {
    name: "protobufjs",
    packages: { protobufjs: "7.5.4" },
    async load() {
      const { default: protobuf } = await import("protobufjs");
      const make = (source) => protobuf.parse(source, { keepCase: true }).root;
      return {
        parsed: () =>
          JSON.stringify(
            make(
              "syntax = 'proto3'; package p; message M { string a = 1; repeated int32 b = 2 [packed = true]; map<string, N> c = 3; } message N { oneof x { bool y = 1; double z = 2; } } enum E { A = 0; B = 1; }",
            ).toJSON(),
          ),
        encoded() {
          const M = make("syntax = 'proto3'; message M { string a = 1; repeated int32 b = 2; M c = 3; }").lookupType(
            "M",
          );
          const all = M.encode(M.create({ a: "x", b: [1, -2, 300], c: { a: "y" } })).finish();
          return [all, M.toObject(M.decode(all))];
        },
        verified() {
          const M = make(
            "syntax = 'proto2'; message O { required uint32 a = 1; optional bytes b = 2; extensions 10 to 20; }",
          ).lookupType("O");
          return [
            M.verify({ a: "q" }),
            M.toObject(M.fromObject({ a: 7, b: "aGk=" }), { bytes: String }),
            M.encode({ a: 1 }).finish(),
          ];
        },
      };
    },
  },
  {
    name: "qrcode",
    packages: { qrcode: "1.5.4" },
    async load() {
      const { default: qr } = await import("qrcode");
      const make = (data, options) => {
        const { modules, version, maskPattern } = qr.create(data, options);
        return [modules.data, version, maskPattern?.index ?? maskPattern];
      };
      return {
        address: () => make("https://example.org/a", { errorCorrectionLevel: "L" }),
        digits: () => make("01234567890", { errorCorrectionLevel: "H" }),
        mixed: () =>
          make(
            [
              { data: "ABC-12", mode: "alphanumeric" },
              { data: "é!", mode: "byte" },
            ],
            { version: 3 },
          ),
      };
    },
  },
  {
    name: "compromise",
    packages: { compromise: "14.17.0" },
    async load() {
      const { default: nlp } = await import("compromise");
      return {
        verbs() {
          const doc = nlp("She walks to the market and buys three apples.");
          doc.verbs().toPastTense();
          return doc.text();
        },
        nouns: () => nlp("The dogs of Dr. Smith's friends were in Paris on June 5th.").nouns().toSingular().json(),
        matched: () => [
          nlp("I would not do it for 25 dollars").match("#Pronoun #Modal not? .").text(),
          nlp("fifty two and a half").numbers().json(),
          nlp("they're happy, isn't it?").contractions().expand().text(),
        ],
      };
    },
  },
  {
    name: "stemmer",
    packages: { stemmer: "2.0.1", "franc-min": "6.2.0", sentiment: "5.0.2" },
    async load() {
      const { stemmer } = await import("stemmer");
      const { francAll } = await import("franc-min");
      const { default: Sentiment } = await import("sentiment");
      return {
        stems() {
          const out = [];
          for (const word of "considerations relational hopping happily generalizations oscillators".split(" "))
            out.push(stemmer(word));
          return out;
        },
        language: () => francAll("Dies ist ein kurzer Satz in einer Sprache, die man erkennen soll.").slice(0, 3),
        mood: () => new Sentiment().analyze("The movie was not good, but the wonderful music made me happy."),
      };
    },
  },
];
