/** A color in OKLCH, with lightness from 0 to 1, chroma, and hue in degrees. */
type Oklch = readonly [lightness: number, chroma: number, hue: number]

/** Colors of the light theme, by their names in tokens.css. */
export const palette = {
  base: [0.962, 0.004, 106],
  raised: [0.992, 0.002, 106],
  ink: [0.205, 0.008, 106],
  'ink-2': [0.405, 0.008, 106],
  hair: [0.872, 0.005, 106],
  accent: [0.868, 0.178, 93],
  'accent-ink': [0.205, 0.025, 93],
  'accent-wash': [0.936, 0.108, 97],
  'accent-line': [0.68, 0.14, 85],
} as const satisfies Record<string, Oklch>

/** The hues of the categories in degrees. A test compares them with tokens.css. */
export const categoryHues: Record<string, number> = {
  general: 250,
  'writing-editing': 34,
  'business-finance': 154,
  'education-learning': 274,
  technical: 202,
  'programming-code': 298,
  'customer-support': 10,
  research: 226,
  analysis: 178,
  productivity: 130,
  personal: 346,
  creative: 322,
  'image-generation': 58,
  'multilingual-translation': 106,
  entertainment: 82,
}

/** Returns a color of the palette as `#rrggbb`. */
export function hexOf(name: keyof typeof palette): string {
  return toHex(palette[name])
}

/** Returns the colors of a category's bar (`mark`) and label (`tone`). Without a category, they are yellow and gray. */
export function categoryColors(slug: string | null): { mark: string; tone: string } {
  const hue = slug === null ? undefined : categoryHues[slug]
  if (hue === undefined) return { mark: hexOf('accent'), tone: hexOf('ink-2') }
  return { mark: toHex([0.64, 0.13, hue]), tone: toHex([0.45, 0.095, hue]) }
}

/** Converts OKLCH to sRGB as `#rrggbb`, clipped (Björn Ottosson, "A perceptual color space for image processing"). */
export function toHex([lightness, chroma, hue]: Oklch): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const channels = linear.map((value) => {
    const curved = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, curved)) * 255)
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
