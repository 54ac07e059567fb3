// module.ts — the engine: a WebAssembly module with plain functions (src/wasm/wasm.h), and the text that goes in and out.

type Exports = Record<string, (...values: (number | bigint)[]) => number | bigint> & { memory: WebAssembly.Memory };

export const ANSWERED = ['answer', 'refused', 'error'] as const;

export class Engine {
  private constructor(private exports: Exports) {}

  static async begin(module: WebAssembly.Module): Promise<Engine> {
    // The engine plays without the outside: the C library's imports must stay uncalled.
    const imports: Record<string, Record<string, () => never>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      imports[from] ??= {};
      imports[from][name] = () => {
        throw new Error(`the engine called ${from}.${name}`);
      };
    }
    const instance = await WebAssembly.instantiate(module, imports);
    const exports = instance.exports as unknown as Exports;
    exports._initialize!();
    return new Engine(exports);
  }

  /** Bytes in the engine's memory, with a NUL behind them. */
  private put(bytes: Uint8Array): number {
    const at = Number(this.exports.engine_allocate!(bytes.length + 1));
    const memory = new Uint8Array(this.exports.memory.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    return at;
  }

  addFile(name: string, text: string) {
    const bytes = new TextEncoder().encode(text);
    this.exports.engine_add_file!(this.put(new TextEncoder().encode(name)), this.put(bytes), bytes.length);
  }

  /** Calls a function of the engine; texts and bytes are lent to it for that long. */
  call(name: string, ...values: (string | number | bigint | Uint8Array)[]): number {
    const lent: number[] = [];
    const given = values.map((value) => {
      if (typeof value === 'number' || typeof value === 'bigint') return value;
      const at = this.put(typeof value === 'string' ? new TextEncoder().encode(value) : value);
      lent.push(at);
      return at;
    });
    try {
      return Number(this.exports[`engine_${name}`]!(...given));
    } finally {
      for (const at of lent) this.exports.engine_release!(at);
    }
  }

  hash(): string {
    return BigInt.asUintN(64, this.exports.engine_hash!() as bigint)
      .toString(16)
      .padStart(16, '0');
  }

  private read(at: number, length?: number): string {
    const memory = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(
      memory.subarray(at, length === undefined ? memory.indexOf(0, at) : at + length),
    );
  }

  /** The text of the last answer. */
  text(): string {
    return this.read(Number(this.exports.engine_text!()));
  }

  /** Messages that the last calls caused, each once. */
  said(): string[] {
    return this.read(Number(this.exports.engine_said!())).split('\n').filter(Boolean);
  }

  journal(): string {
    return this.read(Number(this.exports.engine_journal!()), Number(this.exports.engine_journal_length!()));
  }
}

export const bytesOf = (digits: string) =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** So many random bytes, as hexadecimal digits. */
export function secret(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
