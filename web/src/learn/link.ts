// link.ts — a script inside a link: compressed, in letters that an address may have.

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const out = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

export async function toLink(lines: string[]): Promise<string> {
  const packed = await through(new TextEncoder().encode(lines.join('\n')), new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...packed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

export async function fromLink(text: string): Promise<string[]> {
  const packed = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  const lines = new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw')));
  return lines.split('\n').filter((line) => line.trim());
}
