/** Reads a body of at most `bytesMax` bytes, counted after decompression. If it has more, throws what `refusal` creates. */
export async function readAtMost(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
  refusal: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > bytesMax) throw refusal()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
