import { drawShareImage, type ShareSize, type ShareSubject, type ShareTexts, shareSizes } from './share-design.ts'

const textNames = ['site', 'label', 'title', 'text', 'foot'] as const satisfies (keyof ShareTexts)[]
/** Each round takes out what the one before could not write. */
const rounds = 4

/**
 * A share image as PNG. A text with letters that the fonts don't have is left out; signs that they don't have (arrows,
 * emoji) go from their text. The drawing libraries are loaded with the first image.
 */
export async function renderShareImage(subject: ShareSubject, size: ShareSize): Promise<Buffer> {
  const [{ drawSvg }, { toPng }] = await Promise.all([import('./satori.ts'), import('./resvg.ts')])
  let shown = tidied(subject)
  for (let round = 0; round < rounds; round++) {
    const { svg, missing } = await drawSvg(drawShareImage(shown, size), shareSizes[size])
    if (missing.size === 0) return toPng(svg)
    shown = { ...shown, ...mapTexts(shown, (text) => withoutMissing(text, missing)) }
  }
  const bare = { ...shown, ...mapTexts(shown, () => null) }
  const { svg } = await drawSvg(drawShareImage(bare, size), shareSizes[size])
  return toPng(svg)
}

function mapTexts(texts: ShareTexts, change: (text: string) => string | null): ShareTexts {
  const changed = textNames.map((name) => [name, texts[name] === null ? null : change(texts[name])])
  return Object.fromEntries(changed) as ShareTexts
}

/** Without controls, and with one sign for each letter: accents composed, emoji and their joiners gone. */
function tidied(subject: ShareSubject): ShareSubject {
  const texts = mapTexts(subject, (text) =>
    text
      .normalize('NFC')
      .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Cf}|\ufe0f/gu, '')
      .replace(/[^\P{Cc}\n]/gu, ' '),
  )
  return { ...subject, ...texts }
}

/** The text without the signs that are missing; null when letters are, or nothing is left. */
export function withoutMissing(text: string, missing: ReadonlySet<string>): string | null {
  const absent = Array.from(text).filter((character) => missing.has(character))
  if (absent.some((character) => /[\p{L}\p{M}\p{N}]/u.test(character))) return null
  const kept = Array.from(text)
    .filter((character) => !missing.has(character))
    .join('')
    .replace(/ {2,}/g, ' ')
  return kept.trim() === '' ? null : kept
}
