/** The part of the package qrcode that we use. */
type Library = {
  create(text: string, options: { errorCorrectionLevel: 'M' }): { modules: { size: number; data: Uint8Array } }
}

/** The width of the empty margin around a QR code, in modules, the small squares of the code (ISO/IEC 18004). */
const quietZone = 4

/**
 * Draws a text as a QR code. `path` is an SVG path of the dark modules, in a square whose sides are `size` modules
 * long, including the margin.
 */
export async function drawQrCode(text: string): Promise<{ size: number; path: string }> {
  // @ts-expect-error: the package ships no types.
  const { default: library }: { default: Library } = await import('qrcode')
  const { size, data } = library.create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x
      while (x < size && data[y * size + x]) x++
      if (x > start) path += `M${start + quietZone} ${y + quietZone}h${x - start}v1h-${x - start}z`
    }
  }
  return { size: size + 2 * quietZone, path }
}
