import { renderAsync } from '@resvg/resvg-js'

/**
 * Converts an SVG to PNG outside the main thread. It needs no fonts, because the text has already been converted to
 * paths.
 */
export async function toPng(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return image.asPng()
}
