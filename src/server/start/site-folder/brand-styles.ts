import { toHex } from '#features/site/server/share-colors.ts'

/** The color of text on every accent color (`--accent-ink` in `tokens.css`). */
const textColor = '#1a1714'
/** The contrast that text must have (WCAG 2.2, 1.4.3). */
const textContrast = 4.5
/** The maximum lightness of the accent color. A lighter color wouldn't be visible on the page. */
const maxLightness = 0.92

/**
 * Builds the style sheet for an accent color `#rrggbb`. The hue is kept. A color that is nearly white is darkened, and
 * a color on which the dark text would be hard to read is lightened until the contrast is 4.5.
 */
export function accentStyles(color: string): string {
  const [lightness, chroma, hue] = toOklch(color)
  let light = Math.min(lightness, maxLightness)
  while (contrastOf(toHex([light, chroma, hue]), textColor) < textContrast) light += 0.005
  const oklch = (l: number, chromaMax: number) => `oklch(${l} ${round(Math.min(chroma, chromaMax))} ${round(hue)})`
  const tokens = {
    '--accent': toHex([light, chroma, hue]),
    '--accent-down': toHex([light - 0.04, chroma, hue]),
    '--accent-ink': textColor,
    '--accent-wash': `light-dark(${oklch(0.936, 0.07)},${oklch(0.425, 0.092)})`,
    '--accent-word': `light-dark(${oklch(0.36, 0.06)},${oklch(0.93, 0.09)})`,
    '--accent-line': `light-dark(${oklch(0.62, 0.15)},${oklch(0.8, 0.15)})`,
  }
  const rules = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
  // The selector is more specific than that of `tokens.css`, so the order of the style sheets doesn't matter.
  return `html:root{${rules.join(';')}}\n`
}

/** The contrast between two colors `#rrggbb`, from 1 to 21 (WCAG 2.2, “contrast ratio”). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = linearOf(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Converts a color in sRGB to linear light, from 0 to 1 for each channel. */
function linearOf(color: string): number[] {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
}

/** Converts a color in sRGB to OKLCH (Björn Ottosson, “A perceptual color space for image processing”). */
function toOklch(color: string): [lightness: number, chroma: number, hue: number] {
  const [red = 0, green = 0, blue = 0] = linearOf(color)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), (hue + 360) % 360]
}

const round = (value: number) => Math.round(value * 1000) / 1000

/**
 * If there are two logos, shows the one for the theme that the visitor chose or, if they chose none, for their system's
 * theme.
 */
export const logoStyles = `.logo-dark{display:none}
@media (prefers-color-scheme:dark){html:not([data-theme=light]) .logo-light{display:none}html:not([data-theme=light]) .logo-dark{display:block}}
html[data-theme=dark] .logo-light{display:none}html[data-theme=dark] .logo-dark{display:block}
`
