import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import satori, { type Font } from 'satori'
import type { SatoriElement } from './share-design.ts'

const require = createRequire(import.meta.url)

/**
 * The Latin and Latin Extended subsets of Familjen Grotesk and Spline Sans Mono. Each subset has its own name, because
 * satori uses only one of several fonts with the same name.
 */
const fontFiles: { name: string; file: string; weight: 400 | 600 }[] = ['latin', 'latin-ext'].flatMap((subset) => [
  {
    name: `Familjen ${subset}`,
    file: `familjen-grotesk/files/familjen-grotesk-${subset}-600-normal.woff`,
    weight: 600 as const,
  },
  {
    name: `Spline ${subset}`,
    file: `spline-sans-mono/files/spline-sans-mono-${subset}-400-normal.woff`,
    weight: 400 as const,
  },
])

let fonts: Promise<Font[]> | null = null

function readFonts(): Promise<Font[]> {
  fonts ??= Promise.all(
    fontFiles.map(async ({ name, file, weight }) => {
      return { name, weight, style: 'normal' as const, data: await readFile(require.resolve(`@fontsource/${file}`)) }
    }),
  )
  return fonts
}

/** Draws a tree of boxes as SVG, with letters as paths. Also returns the characters that the fonts lack. */
export async function drawSvg(
  tree: SatoriElement,
  size: { width: number; height: number },
): Promise<{ svg: string; missing: Set<string> }> {
  const missing = new Set<string>()
  const svg = await satori(tree as Parameters<typeof satori>[0], {
    ...size,
    fonts: await readFonts(),
    // Satori calls this for characters that none of the fonts has.
    loadAdditionalAsset: async (_language, text) => {
      for (const character of text) missing.add(character)
      return []
    },
  })
  return { svg, missing }
}
