import { sidesOf } from '#lib/ratio-sides.ts'
import type { Picture } from './contract.ts'
import type { PictureRatio, PictureSubject } from './picture-fact-rules.ts'

/**
 * The names of the scenes in web/drawings.svg. An image prompt's card shows a scene until a member adds an example
 * picture. `close` is a close-up and `full` a full-body view of a person, and `iso` stands for an isometric view.
 */
export type Scene =
  | PictureSubject
  | 'scene'
  | 'close'
  | 'full'
  | 'woman'
  | 'portrait'
  | 'drink'
  | 'pixels'
  | 'iso'
  | 'iso-city'
  | 'iso-person'

type StatedFacts = Pick<Picture, 'style' | 'subject'> | null

/** Scenes for the subject `person`, each with the words that call for it. The first one whose words match is used. */
const persons: [Scene, RegExp][] = [
  ['full', /\bfull[- ](?:body|length|figure)|\bstanding|\bwalking|\bhead[- ]to[- ]toe/i],
  ['woman', /\b(?:woman|girl|lady|queen|bride|wife|princess|priestess|actress)\b/i],
  ['close', /\bclose[- ]?up|\bmacro|\bheadshot/i],
  ['portrait', /\b(?:portrait|profile|selfie|chest|bust)\b/i],
]
const drink = /\b(?:drinks?|cocktails?|beverages?|daiquiri|pi[ñn]a colada)\b/i
/** Matches words for toy figures. In 3D, their scene is that of a person. */
const toyFigure = /\b(?:(?:mini)?figur|plush|character|toy)/i
const dark = /\b(?:night|moonlit|dark|noir|neon|low[- ]key|moody)\b/i

/** Returns the scene that represents what a text says about its picture. `words` are the prompt's title and excerpt. */
export function sceneOf(picture: StatedFacts, words: string): Scene {
  const { style, subject } = picture ?? {}
  if (style === 'pixel-art') return 'pixels'
  const isFigure = subject === 'person' || subject === 'animal' || toyFigure.test(words)
  if (style === '3d')
    return isFigure ? 'iso-person' : subject === 'city' || subject === 'landscape' ? 'iso-city' : 'iso'
  if (subject === 'food' && drink.test(words)) return 'drink'
  if (subject !== 'person') return subject ?? 'scene'
  return persons.find(([, pattern]) => pattern.test(words))?.[0] ?? subject
}

/**
 * The colors of a scene if the text states fewer than two: tints of the category's color, or shades of brown for a dark
 * scene.
 */
const tints = [
  'color-mix(in oklab,var(--mark) 26%,var(--raised))',
  'var(--tone)',
  'var(--raised)',
  'color-mix(in oklab,var(--mark) 65%,var(--raised))',
]
const darkColors = ['#3b2413', '#f3c49f', '#6b4023', '#a5683b']
/** Translucent grays that stand out from most colors beneath them, for palettes of two or three colors. */
const spareColors = ['#8886', '#8885']

/**
 * Returns the colors of a scene: background, main shape, and two others. The background gets the palette's first color,
 * and the main shape gets the color that differs most from it in lightness. If the palette has fewer than two colors,
 * the result is `tints` or, for words such as “night”, `darkColors`.
 */
export function sceneColors([ground, ...others]: string[], words: string): string[] {
  if (!ground || others.length === 0) return dark.test(words) ? darkColors : tints
  const contrast = (color: string) => Math.abs(lightnessOf(color) - lightnessOf(ground))
  const [shape = ground, ...rest] = others.toSorted((one, other) => contrast(other) - contrast(one))
  return [ground, shape, ...rest, ...spareColors.slice(rest.length)].slice(0, 4)
}

/** Returns the SVG viewBox of a frame with this ratio. One unit is about one pixel on a card. */
export function frameOf(ratio: PictureRatio): string {
  const { across, down } = sidesOf(ratio)
  return `0 0 ${Math.round((frameHeight * across) / down)} ${frameHeight}`
}
/** The height of every frame, in units of its viewBox. */
const frameHeight = 138

/** Returns how light a color (`#rrggbb`) looks, from 0 to 255. Green counts most (Rec. 601). */
function lightnessOf(color: string): number {
  const channel = (at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  return channel(1) * 0.3 + channel(3) * 0.6 + channel(5) * 0.1
}
