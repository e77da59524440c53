import { cutText } from '#lib/well-formed.ts'

/** Color names with their sRGB hex codes. Words that mostly mean objects ("plum", "rose") are left out. */
const colorsByName: Record<string, string> = {
  black: '#16161a',
  obsidian: '#1b1b22',
  charcoal: '#36393f',
  gray: '#8a8d91',
  grey: '#8a8d91',
  slate: '#64748b',
  silver: '#c0c4c8',
  white: '#fafaf7',
  ivory: '#f6f0dc',
  cream: '#f5e9cf',
  beige: '#e3d2b0',
  tan: '#cfa97a',
  taupe: '#8f7f70',
  brown: '#7a4e2d',
  sepia: '#8b6a45',
  bronze: '#a9713a',
  copper: '#b8693a',
  brass: '#b5973f',
  gold: '#d4a72c',
  golden: '#d9ab36',
  amber: '#e09a1f',
  ochre: '#c5832b',
  terracotta: '#c8653f',
  orange: '#ee7d24',
  coral: '#f47a62',
  peach: '#f8bd95',
  pink: '#ee86ac',
  magenta: '#d032a0',
  red: '#d0312d',
  crimson: '#b3132f',
  burgundy: '#741f35',
  maroon: '#7a1f2b',
  purple: '#7a3fa0',
  violet: '#7d4cc9',
  lavender: '#b9a5dd',
  mauve: '#b28aa6',
  indigo: '#41419f',
  navy: '#1d2c5b',
  blue: '#2f6fd0',
  azure: '#3a8fe0',
  cyan: '#21b6cf',
  turquoise: '#2bbcb3',
  teal: '#127d80',
  emerald: '#158a5a',
  green: '#3f9142',
  olive: '#77803a',
  yellow: '#f2cb2e',
}
const colorWord = Object.keys(colorsByName).join('|')
/** Matches an optional adjective, a color, and optionally a second color: "deep teal", "slate blue", "red-orange". */
const colorName = new RegExp(
  String.raw`\b(?:(dark|deep|light|pale|pastel|muddy)[ -])?(${colorWord})s?(?:[ -](${colorWord})s?)?\b`,
  'gi',
)
const hexCode = /#([0-9a-f]{6})\b/gi

/**
 * Match the places where a text specifies the colors of its picture: in JSON, or next to "palette" and its synonyms.
 */
const paletteStatements = [
  /"(?=[^"]*(?:palette|dominant_colou?rs))[^"]*"\s*:\s*(\[[^\]]{0,1000}\]|\{[^}]{0,1000}\}|"[^"]*")/gi,
  /(?:\b|_)palette(?:\[\d+\])?\*{0,2}\s*(?::|of|with|dominated by|in|featuring|using|includes?)\s*([^.\n"]*)/gi,
  /(?<=[.,;:\n" ]|^)([^.;:\n"]{0,60})\b(?:palette|colou?r grading|(?<!skin )tones)\b/gi,
]
const blackAndWhite =
  /\b(?:black[ -]and[ -]white|monochrom(?:e|atic))\b(?=[^.\n]{0,30}\b(?:photo|portrait|image|picture|style|shot|studio|illustration|film|art)|\)?$|[,:])/im

/** The maximum number of colors in a palette. */
const paletteMax = 5
/** A text with more palettes than this describes several pictures, so the text as a whole has no palette. */
const palettesMax = 2
/** Black and white counts only in this many characters at the start, because later it is often just an option. */
const beginningLength = 700

/**
 * Returns the colors that a text specifies for its picture, as hex codes in order of mention: the colors of its
 * palette, otherwise black and white, otherwise its hex codes. Colors of clothes and objects don't count, nor does a
 * single color.
 */
export function paletteOf(text: string): string[] {
  for (const statement of paletteStatements) {
    const palettes = Array.from(text.matchAll(statement), ([, words = '']) => colorsIn(words))
    const completePalettes = palettes.filter((colors) => new Set(colors).size > 1)
    if (completePalettes.length > palettesMax) return []
    if (completePalettes.length > 0) return limitPalette(completePalettes[0] ?? [])
  }
  if (blackAndWhite.test(cutText(text, beginningLength)))
    return [colorsByName.black as string, colorsByName.white as string]
  const codes = Array.from(text.matchAll(hexCode), ([code]) => code.toLowerCase())
  return new Set(codes).size > 1 ? limitPalette(codes) : []
}

/**
 * Returns the names of a palette's colors. Each color gets the name of the most similar known color, and no name is
 * repeated.
 */
export function colorNamesOf(palette: string[]): string[] {
  const nearest = (color: string) =>
    Object.entries(colorsByName).reduce((best, named) =>
      distance(named[1], color) < distance(best[1], color) ? named : best,
    )[0]
  return [...new Set(palette.map(nearest))]
}

/** Returns how different two colors are, as the squared distance in sRGB. */
function distance(color: string, other: string): number {
  const [channels, otherChannels] = [channelsOf(color), channelsOf(other)]
  return channels.reduce((sum, channel, at) => sum + (channel - (otherChannels[at] ?? 0)) ** 2, 0)
}

/** Returns the red, green and blue values of a hex code, each from 0 to 255. */
function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

function limitPalette(colors: string[]): string[] {
  return [...new Set(colors)].slice(0, paletteMax)
}

/**
 * Returns the colors that these words name, as hex codes in order. Leaves out colors after words such as "no" or
 * "without". If the words contain hex codes, color names don't count.
 */
function colorsIn(words: string): string[] {
  const included = words.replace(/\b(?:no|not|without|avoid)\b[^,;]*/gi, '')
  const codes = Array.from(included.matchAll(hexCode), ([code]) => code.toLowerCase())
  if (codes.length > 0) return codes
  return Array.from(included.matchAll(colorName), ([, shade, first = '', second = first]) =>
    applyShade(mixColors(hexOf(first), hexOf(second), 0.5), shade?.toLowerCase()),
  )
}

function hexOf(name: string): string {
  return colorsByName[name.toLowerCase()] as string
}

/** Mixes a color with black or white, according to its adjective. */
function applyShade(color: string, shade: string | undefined): string {
  if (!shade) return color
  return /dark|deep|muddy/.test(shade) ? mixColors(color, '#000000', 0.35) : mixColors(color, '#ffffff', 0.5)
}

/** Mixes two colors. `share` is the share of `other`, from 0 to 1. */
function mixColors(color: string, other: string, share: number): string {
  const otherChannels = channelsOf(other)
  const channels = channelsOf(color).map((channel, at) =>
    Math.round(channel + ((otherChannels[at] ?? 0) - channel) * share),
  )
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
