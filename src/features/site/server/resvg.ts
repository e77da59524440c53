import { renderAsync } from '@resvg/resvg-js'

/** An SVG as PNG, drawn outside the main thread. Fonts are not asked for: letters are paths already. */
export async function toPng(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return image.asPng()
}
