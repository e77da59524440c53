import { drawShareImage, type ShareSize, type ShareSubject, type ShareTexts, shareSizes } from './share-design.ts'

const textNames = ['site', 'label', 'title', 'text', 'foot', 'result'] as const satisfies (keyof ShareTexts)[]
/**
 * How many times an image is drawn before its texts are left out. Each round removes the characters that the fonts
 * lacked.
 */
const maxRounds = 4

/**
 * Renders a share image as PNG. `picture` is the prompt's card picture as WebP, if it has one. Removes emoji, and other
 * characters that the fonts lack. Leaves out a text if they lack its letters, accents or digits, and all texts if any
 * characters are still missing after `maxRounds`. The drawing libraries are loaded when the first image is rendered.
 */
export async function renderShareImage(
  subject: ShareSubject,
  size: ShareSize,
  picture: Uint8Array | null,
): Promise<Buffer> {
  const [{ drawSvg }, { toPng }] = await Promise.all([import('./satori.ts'), import('./resvg.ts')])
  const pictureUrl = picture && (await toDataUrl(picture))
  let drawableSubject = normalize(subject)
  for (let round = 0; round < maxRounds; round++) {
    const { svg, missing } = await drawSvg(drawShareImage(drawableSubject, size, pictureUrl), shareSizes[size])
    if (missing.size === 0) return toPng(svg)
    drawableSubject = { ...drawableSubject, ...mapTexts(drawableSubject, (text) => removeMissing(text, missing)) }
  }
  const withoutTexts = { ...drawableSubject, ...mapTexts(drawableSubject, () => null) }
  const { svg } = await drawSvg(drawShareImage(withoutTexts, size, pictureUrl), shareSizes[size])
  return toPng(svg)
}

/** Converts a picture to a format that the drawing libraries can read. */
async function toDataUrl(picture: Uint8Array): Promise<string> {
  const { toJpeg } = await import('#features/examples/server/sharp.ts')
  return `data:image/jpeg;base64,${(await toJpeg(picture)).toString('base64')}`
}

function mapTexts(texts: ShareTexts, change: (text: string) => string | null): ShareTexts {
  const entries = textNames.map((name) => {
    const text = texts[name] ?? null
    return [name, text === null ? null : change(text)]
  })
  return Object.fromEntries(entries) as ShareTexts
}

/**
 * Combines letters with their accents, so that each letter is one character. Removes emoji and invisible formatting,
 * and replaces control characters except line breaks with spaces.
 */
function normalize(subject: ShareSubject): ShareSubject {
  const texts = mapTexts(subject, (text) =>
    text
      .normalize('NFC')
      .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Cf}|\ufe0f/gu, '')
      .replace(/[^\P{Cc}\n]/gu, ' '),
  )
  return { ...subject, ...texts }
}

/**
 * Returns a text without the characters that the fonts lack. Returns null if letters, accents or digits are among these
 * characters, or if nothing is left.
 */
export function removeMissing(text: string, missing: ReadonlySet<string>): string | null {
  const absentCharacters = Array.from(text).filter((character) => missing.has(character))
  if (absentCharacters.some((character) => /[\p{L}\p{M}\p{N}]/u.test(character))) return null
  const remaining = Array.from(text)
    .filter((character) => !missing.has(character))
    .join('')
    .replace(/ {2,}/g, ' ')
  return remaining.trim() === '' ? null : remaining
}
