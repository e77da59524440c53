import { renderAsync } from '@resvg/resvg-js'

/**
 * Converts an SVG to PNG outside the main thread. No fonts are needed, because the text has already been converted to
 * paths.
 */
export async function toPng(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return image.asPng()
}
