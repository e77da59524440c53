/**
 * Finds the width and height of a logo, in the units of the file. Returns null if the file is neither a PNG nor an SVG
 * that states its size.
 */
export function sizeOfLogo(bytes: Buffer, kind: 'svg' | 'png'): { width: number; height: number } | null {
  return kind === 'png' ? sizeOfPng(bytes) : sizeOfSvg(bytes.toString('utf8'))
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The size is in the header, which is the first chunk of a PNG file (PNG specification, 11.2.1). */
function sizeOfPng(bytes: Buffer) {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngStart)) return null
  return sizeIfPositive(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
}

/** Reads the size from the viewBox of the first svg element or, if it has none, from its width and height. */
function sizeOfSvg(text: string) {
  const [root] = /<svg\b[^<>]*>/.exec(text) ?? []
  if (!root) return null
  const box = /\sviewBox\s*=\s*["']\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.e]+)[\s,]+([\d.e]+)\s*["']/.exec(root)
  if (box) return sizeIfPositive(Number(box[1]), Number(box[2]))
  const [, width] = /\swidth\s*=\s*["']([\d.]+)(?:px)?["']/.exec(root) ?? []
  const [, height] = /\sheight\s*=\s*["']([\d.]+)(?:px)?["']/.exec(root) ?? []
  return sizeIfPositive(Number(width), Number(height))
}

function sizeIfPositive(width: number, height: number) {
  return width > 0 && height > 0 ? { width, height } : null
}
